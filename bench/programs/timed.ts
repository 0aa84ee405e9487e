/** How long something takes, in milliseconds, and what it gives. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

/** The median of several times of the same work. */
export async function medianMs(work: () => unknown, times: number): Promise<number> {
  const all: number[] = []
  for (let at = 0; at < times; at++) all.push((await timed(work)).ms)
  return all.sort((a, b) => a - b)[Math.floor(times / 2)]!
}
