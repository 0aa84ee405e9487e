import { inTurn } from '../../in-turn.ts'
import type { KeptContents } from './contents-cache.ts'
import { rowsFromBytes, rowsToBytes } from './index-bytes.ts'
import { contentsRows, fromContentsRows, fromHeadRows, headRows } from './index-rows.ts'
import type { IndexPart, IndexStore } from './index-store.ts'
import type { Pace } from './pace.ts'
import type { ScanMemory } from './scan-types.ts'

/** What earlier processes have learnt of the folders, and what this one has for later ones. */
export interface IndexMemory {
  /** Folders and heads of the last scan that was kept. Each part is read when it is first needed. */
  scanned(): Promise<ScanMemory>
  /** The files of skills, by real path. */
  contents(): Promise<Map<string, KeptContents>>
  /** Counts skills that had to be read or hashed. */
  learnt(part: IndexPart, skills: number): void
  /** Keeps what was learnt, if there is so much of it that reading it again would cost more. */
  save(): Promise<void>
}

export interface IndexMemoryOptions {
  store: IndexStore | undefined
  pace: Pace
  scan(): ScanMemory | undefined
  kept(): ReadonlyMap<string, KeptContents>
}

/** Part of the skills that must be new for a part to be written again. */
const WORTH_WRITING = 0.02
/** Part of the smallest collection that is kept; fewer new skills are read again sooner than written. */
const WORTH_KEEPING = 0.1
/** Until a process that goes on running keeps what it has learnt, in milliseconds. */
const DELAY = 10_000

export function indexMemory({ store, pace, scan, kept }: IndexMemoryOptions): IndexMemory {
  const news: Record<IndexPart, number> = { heads: 0, contents: 0 }
  let timer: NodeJS.Timeout | undefined
  const queue = inTurn()

  /** What is no index of ours after all counts as none: it would be met again by every process. */
  async function restored<T>(part: IndexPart, from: (rows: readonly unknown[]) => T): Promise<T> {
    try {
      const bytes = await store?.read(part)
      return from((bytes && (await rowsFromBytes(bytes, pace))) ?? [])
    } catch {
      return from([])
    }
  }

  async function write(part: IndexPart, rows: Iterable<unknown>, skills: number): Promise<void> {
    if (news[part] <= Math.max(skills * WORTH_WRITING, store!.minSkills * WORTH_KEEPING)) return
    news[part] = 0
    await store!.write(part, await rowsToBytes(rows, pace))
  }

  async function saveNow(): Promise<void> {
    const memory = scan()
    if (store === undefined || memory === undefined || memory.heads.size < store.minSkills) return
    await write('heads', headRows(memory), memory.heads.size)
    await write('contents', contentsRows(kept()), kept().size)
  }

  const memory: IndexMemory = {
    scanned: () => restored('heads', fromHeadRows),
    contents: () => restored('contents', fromContentsRows),
    learnt(part, skills) {
      if (store === undefined || skills === 0) return
      news[part] += skills
      timer ??= setTimeout(() => void memory.save(), DELAY).unref()
    },
    save() {
      clearTimeout(timer)
      timer = undefined
      return queue(saveNow)
    },
  }
  return memory
}
