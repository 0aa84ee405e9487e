import { inTurn } from '../../in-turn.ts'
import { onFirstUse } from '../../on-first-use.ts'
import { failureCode } from './failure-reason.ts'
import type { FolderFacts } from './folder-facts.ts'
import type { Opening } from './folder.ts'
import type { Pace } from './pace.ts'
import { reusedMemory } from './read-open-file.ts'
import type { FoundSkill } from './scan-types.ts'
import type { ReadContents } from './skill-contents.ts'
import type { HeadFacts } from './skill-head.ts'
import { isSameStamp, stillTrue } from './stamp.ts'

// A program that only lists hashes nothing.
const hashing = onFirstUse(() => import('./skill-contents.ts'))

/** The files of skills with their digests, hashed again only after a change. */
export interface ContentsCache {
  /** `undefined` if the skill's folder cannot be read any more. */
  of(skill: FoundSkill): Promise<ReadContents | undefined>
  /** What was read before, if every file of it is certainly the same, and so is the head that the skill was found with. */
  known(skill: FoundSkill): ReadContents | undefined
  /** True if two skills have the same files with the same bytes. */
  isCopy(one: FoundSkill, other: FoundSkill): Promise<boolean>
  /** Forgets the skills in all other folders. */
  keepOnly(realPaths: { has(realPath: string): boolean }): void
  /** By real path of the skill. */
  kept(): ReadonlyMap<string, KeptContents>
}

/** The files of one skill. */
export interface KeptContents {
  shownPath: string
  contents: ReadContents
}

export function contentsCache(options: {
  opening: Opening
  pace: Pace
  knownFolder(realPath: string): FolderFacts | undefined
  /** What an earlier process knew. */
  restored(): Promise<ReadonlyMap<string, KeptContents>>
  /** Told of every skill whose files were hashed. */
  onHashed(): void
}): ContentsCache {
  const memory = reusedMemory()
  const kept = new Map<string, KeptContents>()
  const restored = onFirstUse(restore)
  const queue = inTurn()

  async function restore(): Promise<void> {
    for (const [realPath, contents] of await options.restored()) kept.set(realPath, contents)
  }

  function unchanged({ realPath, shownPath }: FoundSkill): ReadContents | undefined {
    const known = kept.get(realPath)
    return known?.shownPath === shownPath && stillTrue(known.contents.witnesses) ? known.contents : undefined
  }

  async function read(skill: FoundSkill): Promise<ReadContents | undefined> {
    if (options.pace.isDue()) await options.pace.breathe()
    await restored()
    const known = unchanged(skill)
    if (known !== undefined) return known
    try {
      const { skillContents } = await hashing()
      const contents = await skillContents(skill, { ...options, memory })
      kept.set(skill.realPath, { shownPath: skill.shownPath, contents })
      options.onHashed()
      return contents
    } catch (error) {
      failureCode(error)
      return undefined
    }
  }

  const cache: ContentsCache = {
    of: async (skill) => unchanged(skill) ?? queue(() => read(skill)),
    known(skill) {
      const contents = kept.get(skill.realPath)?.contents
      return contents !== undefined && hasHead(contents, skill.head) ? unchanged(skill) : undefined
    },
    async isCopy(one, other) {
      const [first, second] = [await cache.of(one), await cache.of(other)]
      if (!first?.complete || !second?.complete) return false
      return JSON.stringify(sorted(first)) === JSON.stringify(sorted(second))
    },
    keepOnly(realPaths) {
      for (const realPath of kept.keys()) if (!realPaths.has(realPath)) kept.delete(realPath)
    },
    kept: () => kept,
  }
  return cache
}

/** True if the head was read from the very `SKILL.md` that is part of these contents. */
function hasHead({ skillFile }: ReadContents, { witnesses }: HeadFacts): boolean {
  const [file, another] = witnesses
  if (file === undefined || another !== undefined || skillFile === undefined) return false
  return isSameStamp(file.stamp, skillFile)
}

function sorted({ files }: ReadContents): unknown {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
