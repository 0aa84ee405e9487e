import { createCatalog } from '../catalog/catalog.ts'
import { forModels } from '../catalog/for-models.ts'
import type { Catalog, CatalogSkill } from '../catalog/types.ts'

/** Milliseconds that a starting server waits for slow sources before it answers with the local skills. */
const PATIENCE_MS = 250

/**
 * The skills to tell a client about as soon as it connects: all of them where the sources answer at once, else those of
 * folders and memory. What comes later is announced as a change. The same array while nothing changed.
 */
export function availableSkills(catalog: Catalog): () => Promise<readonly CatalogSkill[]> {
  const all = forModels(catalog)
  const local = forModels(createCatalog(catalog.sources.filter(({ kind }) => kind !== 'mcp')))
  return async () => {
    const complete = all.placed()
    if (all.sources.length === local.sources.length) return complete
    complete.catch(() => {})
    return (await Promise.race([complete, after(PATIENCE_MS)])) ?? local.placed()
  }
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref())
}
