export interface BackoffOptions {
  minMs: number
  maxMs: number
  now: () => number
}

/** When to try again something that failed: later each time, and never all at the same moment. */
export interface Backoff {
  failed(): void
  succeeded(): void
  /** How long to leave it alone; 0 when it may be tried. */
  leftMs(): number
}

export function backoff({ minMs, maxMs, now }: BackoffOptions): Backoff {
  let failures = 0
  let retryAt = -Infinity
  return {
    failed() {
      const longest = Math.min(maxMs, minMs * 2 ** failures)
      failures++
      retryAt = now() + longest * (0.5 + Math.random() / 2)
    },
    succeeded() {
      failures = 0
      retryAt = -Infinity
    },
    leftMs: () => Math.max(0, retryAt - now()),
  }
}
