export interface RetryTimer {
  /** Tries again after so long, unless that is to be done anyway. */
  start(ms: number): void
  stop(): void
}

/** Does something later, once, and keeps no process alive for it. */
export function retryTimer(retry: () => unknown): RetryTimer {
  let timer: NodeJS.Timeout | undefined
  return {
    start(ms) {
      timer ??= setTimeout(() => {
        timer = undefined
        retry()
      }, ms).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
