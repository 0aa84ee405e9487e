import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import { debounced } from './debounced.ts'
import { freshRuns } from './fresh-runs.ts'
import type { IndexKeeper } from './index-keeper.ts'
import type { Pace } from './pace.ts'
import type { SourceListing } from '../types.ts'
import type { DirectoryRoot } from './roots.ts'
import { type FolderWatch, watchFolders, type WatchGap } from './watch-folders.ts'

/** Tells listeners of changes in the folders of a source. */
export interface SourceWatch {
  add(onChange: () => void): () => void
  /** Grows whenever the index may have become untrue; zero while nobody watches. */
  epoch(): number
  /** True if everything is watched and nothing has happened since the index was made. */
  isQuiet(): boolean
  /** Makes the index true and, while somebody watches, every folder in it watched. */
  settle(): Promise<void>
  /** Told of every folder that is about to be looked into. */
  ahead(realPath: string): void
  /** The end of what `settle` is doing for others. */
  idle(): Promise<void>
  notes(): Diagnostic[]
  close(): void
}

/** How often folders that cannot be watched are looked at, in milliseconds; less often where the look itself takes long. */
const POLL_INTERVAL = 1000
/** Part of the time that is spent on such looks, at the most. */
const POLL_SHARE = 0.05
/** Scans in a row that folders which appear meanwhile can cause. */
const MAX_ROUNDS = 5

const GAPS: Record<WatchGap, Diagnostic> = {
  refused: diagnostic(
    'WATCH_FALLBACK_POLLING',
    '',
    'The system does not let all folders be watched; they are looked at again and again instead',
    { hint: 'Raise the limit of watches, on Linux fs.inotify.max_user_watches.' },
  ),
  shared: diagnostic(
    'WATCH_SHARED_FOLDER',
    '',
    'The file system of the folders does not tell of changes made elsewhere, so they are looked at again and again',
  ),
}

export function sourceWatch(options: {
  roots: readonly DirectoryRoot[]
  pace: Pace
  keeper: () => IndexKeeper
}): SourceWatch {
  const { roots, pace, keeper } = options
  const listeners = new Set<() => void>()
  const burst = debounced(() => void report(true))
  let folders: FolderWatch | undefined
  let polling: NodeJS.Timeout | undefined
  let pause = POLL_INTERVAL
  /** The epoch for which index and watch are known to agree. */
  let settledEpoch: number | undefined
  let latest: Promise<void> | undefined
  /** What listeners know, whoever has looked since. */
  let told: SourceListing | undefined
  let closed = false

  const look = freshRuns(async () => {
    const watch = folders
    const rootPaths = roots.map(({ path }) => path)
    watch?.awaitAhead(rootPaths)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { scan, epoch } = await keeper().refresh()
      if (watch === undefined) return
      const added = await watch.sync(scan.memory.folders, [...rootPaths, ...scan.awaited])
      if (watch === folders) settledEpoch = epoch
      if (!added) break
    }
    poll(folders?.gap() !== undefined)
  })

  function settle(): Promise<void> {
    latest = look()
    return latest
  }

  /** `certainly`: something in a skill has changed, whether or not the listing shows it. */
  async function report(certainly: boolean): Promise<void> {
    try {
      await settle()
    } catch {
      // The next call of the source meets the same fault and says so to somebody.
    }
    const listing = keeper().current()?.listing
    const changed = told !== undefined && listing !== told
    told = listing
    if (certainly || changed) for (const listener of listeners) listener()
  }

  function poll(needed: boolean): void {
    if (!needed) {
      clearTimeout(polling)
      polling = undefined
      return
    }
    polling ??= setTimeout(() => void lookAgain(), pause).unref()
  }

  async function lookAgain(): Promise<void> {
    const timer = polling
    const started = performance.now()
    await report(false)
    pause = Math.max(POLL_INTERVAL, (performance.now() - started) / POLL_SHARE)
    if (polling !== timer) return
    polling = undefined
    poll(folders?.gap() !== undefined)
  }

  function stop(): void {
    burst.cancel()
    poll(false)
    folders?.close()
    folders = undefined
    settledEpoch = undefined
  }

  return {
    add(onChange) {
      if (closed) return () => {}
      const listener = (): void => onChange()
      listeners.add(listener)
      if (folders === undefined) {
        folders = watchFolders(burst.trigger, pace)
        told = keeper().current()?.listing
        void report(false)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    epoch: () => folders?.epoch() ?? 0,
    isQuiet: () => folders !== undefined && folders.gap() === undefined && settledEpoch === folders.epoch(),
    settle,
    ahead: (realPath) => folders?.ahead(realPath),
    async idle() {
      await latest?.catch(() => {})
    },
    notes() {
      const gap = folders?.gap()
      return gap === undefined ? [] : [GAPS[gap]]
    },
    close() {
      closed = true
      listeners.clear()
      stop()
    },
  }
}
