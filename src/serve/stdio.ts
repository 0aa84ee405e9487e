import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Catalog } from '../catalog/types.ts'
import { availableSkills } from './available.ts'
import { coalescedChanges } from './changes.ts'
import { createSkillServer, type SkillServer, type SkillServerOptions } from './mcp-server.ts'
import { stdioTransport } from './stdio-transport.ts'

/** How skills are served on stdin and stdout. */
export interface StdioOptions extends SkillServerOptions {
  /** Ends the serving, as the client going away does. */
  signal?: AbortSignal | undefined
  /** Called with what goes wrong on the connection; nothing is printed here. */
  onError?: ((error: Error) => void) | undefined
}

/** Serves the catalog on this process's stdin and stdout until the client goes; stdout carries protocol only. */
export async function serveOnStdio(catalog: Catalog, options: StdioOptions = {}): Promise<void> {
  const available = availableSkills(catalog)
  const connections = new Set<SkillServer>()
  const { transport, closed } = stdioTransport()
  const handle = serveStdio(
    async () => {
      const connection = createSkillServer(catalog, await available(), options)
      connections.add(connection)
      return connection.server
    },
    { transport, ...(options.onError === undefined ? {} : { onerror: options.onError }) },
  )
  const stopWatching = coalescedChanges(catalog, () => {
    void available().then((skills) => connections.forEach((connection) => connection.announce(skills)))
  })
  const end = () => void handle.close()
  options.signal?.addEventListener('abort', end, { once: true })
  await closed
  options.signal?.removeEventListener('abort', end)
  stopWatching()
  await handle.close()
}
