/**
 * Callers who ask for the same thing at the same time get the answer of one call. It goes on without a caller who gives
 * up, because others may wait for it.
 */
export function sharedCalls<T>(): (key: string, run: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return async (key, run, signal) => {
    signal?.throwIfAborted()
    const known = underWay.get(key)
    const call = known ?? run().finally(() => underWay.delete(key))
    if (known === undefined) underWay.set(key, call)
    return signal === undefined ? call : unlessAborted(call, signal)
  }
}

function unlessAborted<T>(call: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error)
    signal.addEventListener('abort', giveUp, { once: true })
    void call.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
