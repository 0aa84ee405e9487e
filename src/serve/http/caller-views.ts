import { createCatalog } from '../../catalog/catalog.ts'
import type { Catalog } from '../../catalog/types.ts'
import { preparedFiles } from '../prepared-files.ts'
import { type McpEndpoint, mcpEndpoint } from './mcp-endpoint.ts'
import type { Principal, ServedOptions } from './types.ts'

/** The server as each caller sees it: only the sources that are visible to that caller, on every surface alike. */
export interface CallerViews {
  of(caller: Principal | undefined): McpEndpoint
  endStreams(): Promise<void>
  close(): Promise<void>
}

/** Views over a catalog. Those of a few sets of sources are kept; whoever listens on one that is given up has to listen again. */
export function callerViews(catalog: Catalog, options: ServedOptions): CallerViews {
  /** Shared, as what is prepared depends on the bytes alone that a caller is about to get. */
  const fileJson = preparedFiles()
  const whole = mcpEndpoint(catalog, options, fileJson)
  const partial = new Map<string, McpEndpoint>()
  const all = () => [whole, ...partial.values()]

  function viewOf(labels: readonly string[]): McpEndpoint {
    const visible = catalog.sources.filter(({ label }) => labels.includes(label))
    const key = visible.map(({ label }) => label).join('\n')
    const view = partial.get(key) ?? mcpEndpoint(createCatalog(visible), options, fileJson)
    partial.delete(key)
    partial.set(key, view)
    if (partial.size > options.limits.views) giveUpOldest()
    return view
  }

  function giveUpOldest(): void {
    const [[key, view]] = partial as unknown as [[string, McpEndpoint]]
    partial.delete(key)
    void view.endStreams()
  }

  return {
    of: (caller) => (caller?.sources === undefined ? whole : viewOf(caller.sources)),
    async endStreams() {
      await Promise.all(all().map((view) => view.endStreams()))
    },
    async close() {
      await Promise.all(all().map((view) => view.close()))
    },
  }
}
