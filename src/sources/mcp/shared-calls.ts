/** Callers who ask for the same thing at the same time get the answer of one call. */
export function sharedCalls<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, run) => {
    const call = underWay.get(key) ?? run().finally(() => underWay.delete(key))
    underWay.set(key, call)
    return call
  }
}
