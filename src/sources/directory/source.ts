import { SkillwayError } from '../../errors.ts'
import { onFirstUse } from '../../on-first-use.ts'
import { quote } from '../../text/quote.ts'
import { referenceNotFound, skillNotFound } from '../read-errors.ts'
import { referencePath } from '../reference-path.ts'
import type { SkillEntry, SkillSource, SkillSummary } from '../types.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { contentsCache } from './contents-cache.ts'
import { type Opening, safestOpening } from './folder.ts'
import { indexKeeper } from './index-keeper.ts'
import { indexMemory } from './index-memory.ts'
import type { IndexStore } from './index-store.ts'
import { createPace } from './pace.ts'
import type { DirectoryRoot } from './roots.ts'
import type { ServedSkill } from './served-skills.ts'
import type { ReadContents } from './skill-contents.ts'
import { skillEntry } from './skill-entry.ts'
import { sourceWatch } from './source-watch.ts'

export type { DirectoryRoot }

const reading = onFirstUse(() => import('./read-reference.ts'))

/** Which folders, and under which label. */
export interface DirectorySourceOptions {
  label: string
  /** Of two skills with one path the earlier root's is served. */
  roots: readonly DirectoryRoot[]
  /** How files are opened; the safest way that this system has where not given. */
  opening?: Opening
}

export interface IndexedSourceOptions extends DirectorySourceOptions {
  /** Where what was read is kept for later processes; nowhere where not given. */
  index?: IndexStore | undefined
}

/** How often a skill that changes while it is looked at is tried. */
const TRIES = 3

/**
 * The skills in folders on disk. Every answer is true to the disk when it is given: what was read before is used again only
 * if the system's stamps show that it is the same. While somebody watches, an unchanged listing comes from memory.
 */
export function directorySource({
  label,
  roots,
  opening = safestOpening,
  index: store,
}: IndexedSourceOptions): SkillSource {
  const pace = createPace()
  const scanMemory = () => keeper.current()?.scan.memory
  const memory = indexMemory({ store, pace, scan: scanMemory, kept: () => contents.kept() })
  const contents = contentsCache({
    opening,
    pace,
    knownFolder: (realPath) => scanMemory()?.folders.get(realPath),
    restored: memory.contents,
    onHashed: () => memory.learnt('contents', 1),
  })
  const entries = new WeakMap<SkillSummary, { contents: ReadContents; entry: SkillEntry }>()
  const watching = sourceWatch({ roots, pace, keeper: () => keeper })
  const { epoch, notes, ahead } = watching
  const isQuiet = (): boolean => watching.isQuiet() && keeper.hasSameRoots()
  const keeper = indexKeeper({ roots, opening, pace, contents, memory, epoch, notes, isQuiet, ahead })

  /** A look at the disk that others wait for is good enough if it ends with everything watched and nothing new. */
  async function becomeTrue(): Promise<void> {
    await watching.idle()
    if (!isQuiet()) await watching.settle()
  }

  /** The same object for the same content. */
  function sameEntry(skill: ServedSkill, read: ReadContents): SkillEntry | undefined {
    const known = entries.get(skill.summary)
    if (known?.contents === read) return known.entry
    const about = keeper.current()!.about.get(skill.found.shownPath)
    const entry = skillEntry(skill, read, about ?? [])
    if (entry !== undefined) entries.set(skill.summary, { contents: read, entry })
    return entry
  }

  /** The entry of a skill that was read before, if a look at each of its files shows that nothing has changed. */
  function unchangedEntry(skillPath: string): SkillEntry | undefined {
    const skill = keeper.unmoved(skillPath)
    const read = skill && contents.known(skill.found)
    return read && sameEntry(skill!, read)
  }

  async function entryOf(skillPath: string): Promise<SkillEntry | undefined> {
    const unchanged = unchangedEntry(skillPath)
    if (unchanged !== undefined) return unchanged
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const skill = await keeper.locate(skillPath)
      if (skill === undefined) return undefined
      const read = await contents.of(skill.found)
      const entry = read === undefined ? undefined : sameEntry(skill, read)
      if (entry !== undefined) return entry
      await keeper.refresh()
    }
    throw new SkillwayError(
      'SOURCE_UNAVAILABLE',
      `Skill ${quote(skillPath)} changes faster than it can be read`,
      { hint: 'Try again in a moment.' },
    )
  }

  return {
    label,
    kind: 'directory',
    async list({ signal, fresh } = {}) {
      signal?.throwIfAborted()
      if (fresh === true) await unlessAborted(signal, watching.settle)
      else if (!isQuiet()) await unlessAborted(signal, becomeTrue)
      return keeper.current()!.listing
    },
    get: (skillPath, { signal } = {}) => unlessAborted(signal, () => entryOf(skillPath)),
    read: (skillPath, filePath, { signal } = {}) =>
      unlessAborted(signal, async () => {
        const path = referencePath(filePath)
        const { readReference } = await reading()
        const skill = await keeper.locate(skillPath)
        if (skill === undefined) throw skillNotFound(skillPath)
        if (pace.isDue()) await pace.breathe()
        const bytes = readReference(skill, path, opening)
        if (filePath.endsWith('/')) throw referenceNotFound(skillPath, filePath, [path])
        return bytes
      }),
    watch: watching.add,
    async close() {
      watching.close()
      await memory.save()
    },
  }
}
