export interface NoticesOptions {
  /** Between two notices. */
  everyMs: number
  now: () => number
}

export interface Notices {
  /** Calls `onChange` from now on; returns how to stop. */
  watch(onChange: () => void): () => void
  isWatched(): boolean
  /** Something changed. However often that is said, those who watch hear of it at a bounded rate, and of the last change. */
  announce(): void
  stop(): void
}

/** The first notice waits for others that come at the same moment. */
const GATHER_MS = 20

export function notices({ everyMs, now }: NoticesOptions): Notices {
  const watching = new Set<() => void>()
  let lastAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  return {
    watch(onChange) {
      const watcher = () => onChange()
      watching.add(watcher)
      return () => void watching.delete(watcher)
    },
    isWatched: () => watching.size > 0,
    announce() {
      timer ??= setTimeout(tell, Math.max(GATHER_MS, lastAt + everyMs - now())).unref()
    },
    stop() {
      clearTimeout(timer)
      watching.clear()
    },
  }

  function tell(): void {
    timer = undefined
    lastAt = now()
    for (const watcher of watching) watcher()
  }
}
