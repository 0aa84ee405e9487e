import { join } from 'node:path'
import type { Diagnostic } from '../../skill/diagnostic.ts'
import type { ContentsCache } from './contents-cache.ts'
import type { Opening } from './folder.ts'
import { freshRuns } from './fresh-runs.ts'
import { lastGoodHeads } from './last-good-heads.ts'
import { openSkill } from './open-skill.ts'
import type { Pace } from './pace.ts'
import type { DirectoryRoot } from './roots.ts'
import type { IndexMemory } from './index-memory.ts'
import type { FoundSkill, Scan, ScanMemory } from './scan-types.ts'
import { scanRoots } from './scan.ts'
import type { ServedSkill } from './served-skills.ts'
import { skillHead } from './skill-head.ts'
import { buildIndex, confirmedIndex, type SkillIndex } from './skill-index.ts'
import { hasPathStamp, inodeOf, isSameInode, lstatOrNothing, statOrNothing, stillTrue } from './stamp.ts'

/** Keeps the index of a source true. */
export interface IndexKeeper {
  /** The index of the last scan; `undefined` before the first. */
  current(): SkillIndex | undefined
  /** The index of a scan that is begun now; folders and files that have not changed since the last are not read again. */
  refresh(): Promise<SkillIndex>
  /** True if no root has come, gone, or become another folder since the last scan. */
  hasSameRoots(): boolean
  /** A skill of the index, if where it is found is certainly still its place; what is in its folder is not looked at. */
  unmoved(skillPath: string): ServedSkill | undefined
  /** A skill as it is on disk now: if it is the same as in the index, only its own files are looked at. */
  locate(skillPath: string): Promise<ServedSkill | undefined>
}

export interface KeeperOptions {
  roots: readonly DirectoryRoot[]
  opening: Opening
  pace: Pace
  contents: ContentsCache
  memory: IndexMemory
  /** The epoch of the watch, and whether it promises that the index is true. */
  epoch(): number
  isQuiet(): boolean
  /** Told of every folder before it is looked into. */
  ahead(realPath: string): void
  /** What the listing must say beside what the scan finds. */
  notes(): Diagnostic[]
}

export function indexKeeper(options: KeeperOptions): IndexKeeper {
  const { roots, opening, pace, contents, memory } = options
  const heads = lastGoodHeads()
  let index: SkillIndex | undefined

  const scan = freshRuns(async () => {
    const epoch = options.epoch()
    const known = index?.scan.memory ?? (await memory.scanned())
    const found = await scanRoots({ roots, opening, pace, known, ahead: options.ahead })
    memory.learnt('heads', newHeads(known, found.memory))
    heads.learn(found.skills)
    contents.keepOnly(found.memory.folders)
    const building = { headOf: heads.headOf, isCopy: contents.isCopy, notes: options.notes() }
    const confirmed = index === undefined ? undefined : await confirmedIndex(index, found, building)
    index = { ...(confirmed ?? (await buildIndex(found, building))), epoch }
  })

  const keeper: IndexKeeper = {
    current: () => index,
    async refresh() {
      await scan()
      return index!
    },
    hasSameRoots: () => index !== undefined && roots.every((root, at) => isSameRoot(root, index!.scan, at)),
    unmoved(skillPath) {
      const known = index?.served.get(skillPath)
      return known !== undefined && isUnmoved(known.found, roots, index!.scan) ? known : undefined
    },
    async locate(skillPath) {
      const known = index?.served.get(skillPath)
      if (index !== undefined && known !== undefined) {
        const { found } = known
        if (isSameRoot(roots[found.root]!, index.scan, found.root) && isSame(found, index.scan, opening))
          return known
      } else if (options.isQuiet()) {
        return undefined
      }
      return (await keeper.refresh()).served.get(skillPath)
    },
  }
  return keeper
}

function newHeads(before: ScanMemory, now: ScanMemory): number {
  let count = 0
  for (const [realPath, head] of now.heads) if (before.heads.get(realPath) !== head) count++
  return count
}

function isSameRoot({ path }: DirectoryRoot, { realRoots }: Scan, index: number): boolean {
  const stamp = realRoots.get(index)?.stamp
  const stat = statOrNothing(path)
  if (stat === undefined || stamp === undefined) return stat === undefined && stamp === undefined
  return isSameInode(inodeOf(stat), stamp)
}

/** A root that is no link and below none is named by every path in it, so that a look at these is one at the root. */
function isUnmoved({ root, anchor }: FoundSkill, roots: readonly DirectoryRoot[], scan: Scan): boolean {
  if (anchor.link !== undefined) return false
  return scan.realRoots.get(root)?.path === roots[root]!.path || isSameRoot(roots[root]!, scan, root)
}

/** True if the head of a skill still says the same; reads it again if its stamp cannot tell. */
function isSame(found: FoundSkill, { memory }: Scan, opening: Opening): boolean {
  const { anchor, head, inner, realPath } = found
  if (anchor.link !== undefined && !hasPathStamp(anchor.link.path, anchor.link.stamp)) return false
  if (head.witnesses.length > 0 && stillTrue(head.witnesses)) return true
  const isLink = lstatOrNothing(join(realPath, 'SKILL.md'))?.isSymbolicLink() === true
  const open = openSkill(found, opening)
  try {
    const { own, top } = open
    const again = skillHead({ at: head.at, kind: isLink ? 'link' : 'file', own, top, inner }, head)
    if (again.parsed !== head.parsed) return false
    found.head = again
    memory.heads.set(realPath, again)
    return true
  } finally {
    open.close()
  }
}
