import { setTimeout as delay } from 'node:timers/promises'

/** True as soon as the promise has settled, one way or the other; false if it has not after so many milliseconds. */
export async function settles(promise: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<boolean> {
  const over = new AbortController()
  const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal])
  const settled = promise.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([settled, delay(ms, false, { signal: either })])
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    over.abort()
  }
}
