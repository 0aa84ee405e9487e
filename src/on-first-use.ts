/** What `make` makes, made when it is first asked for, and again after a failure. */
export function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make().catch(forget))

  function forget(error: unknown): never {
    made = undefined
    throw error
  }
}
