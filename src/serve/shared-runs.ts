import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * A function whose callers share the work: those that ask for the same key in one turn of the event loop get the result of
 * one run, which is begun after all of them have asked.
 */
export function sharedRuns<T>(job: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const waiting = new Map<string, Promise<T>>()

  async function run(key: string): Promise<T> {
    await nextTurn()
    waiting.delete(key)
    return job(key)
  }

  return (key) => {
    const known = waiting.get(key)
    if (known !== undefined) return known
    const begun = run(key)
    waiting.set(key, begun)
    return begun
  }
}
