import type { Catalog, PlacedSkill } from '../catalog/types.ts'

/**
 * What `make` makes of a catalog's skills, made once for each state of the catalog, however many connections and
 * requests ask for it.
 */
export function madeOnce<T>(
  make: (skills: readonly PlacedSkill[]) => T,
): (catalog: Catalog, options: { signal?: AbortSignal }) => Promise<T> {
  const made = onceFor(make)
  return async (catalog, options) => made(await catalog.placed(options))
}

/** The same function, except that it runs once for each object. */
export function onceFor<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, { value: T }>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known.value
    const value = make(key)
    made.set(key, { value })
    return value
  }
}
