import { createCatalog } from '../../catalog/catalog.ts'
import type { Catalog } from '../../catalog/types.ts'
import type { Principal } from './types.ts'

/** The catalog as a caller sees it: only the sources that are visible to that caller, on every surface alike. */
export function catalogsByCaller(catalog: Catalog): (caller: Principal | undefined) => Catalog {
  const views = new Map<string, Catalog>()
  return (caller) => {
    if (caller?.sources === undefined) return catalog
    const visible = catalog.sources.filter(({ label }) => caller.sources!.includes(label))
    const key = visible.map(({ label }) => label).join('\n')
    const view = views.get(key) ?? createCatalog(visible)
    views.set(key, view)
    return view
  }
}
