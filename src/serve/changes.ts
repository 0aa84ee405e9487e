import type { Catalog } from '../catalog/types.ts'

/** Milliseconds of quiet after which changes are announced, and the longest time that a storm can put it off. */
const QUIET_MS = 100
const LONGEST_MS = 1000

/** Calls `announce` once for every burst of changes of the catalog; returns how to stop. */
export function coalescedChanges(catalog: Catalog, announce: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let since = 0
  const stop = catalog.watch(() => {
    if (timer === undefined) since = Date.now()
    clearTimeout(timer)
    const wait = Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - Date.now()))
    timer = setTimeout(() => {
      timer = undefined
      announce()
    }, wait)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
