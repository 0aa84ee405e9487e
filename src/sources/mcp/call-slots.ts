/**
 * Lets so many calls run at the same time and the others wait in line, so that one caller cannot flood a server. A call
 * that is given up while it waits leaves the line.
 */
export function callSlots(slots: number): <T>(run: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const waiting = new Set<() => void>()
  let free = slots
  return async (run, signal) => {
    signal?.throwIfAborted()
    if (free > 0) free--
    else await turn(signal)
    try {
      return await run()
    } finally {
      release()
    }
  }

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(start)
        reject(signal!.reason as Error)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(start)
    })
  }

  function release(): void {
    const [next] = waiting
    if (next === undefined) free++
    else {
      waiting.delete(next)
      next()
    }
  }
}
