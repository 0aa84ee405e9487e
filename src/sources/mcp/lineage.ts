import { endpointIdentity } from './endpoint-identity.ts'
import type { McpStdioTransport } from './types.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Lists the servers that this process was started by, the nearest last. */
const VARIABLE = 'SKILLWAY_STARTED_BY'

/**
 * What a server's process is told beside its own variables: the servers above it and itself. A Skillway that is one of them,
 * and finds the config that names it, would start itself without end, and each would outlive the one before.
 *
 * @throws UpstreamFault if one of the servers above is this one
 */
export function lineage(
  server: McpStdioTransport,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const above = (env[VARIABLE] ?? '').split(' ').filter((name) => name !== '')
  const name = endpointIdentity(server).split('#').at(-1)!
  if (above.includes(name)) {
    const why = 'it would start itself again and again: give the Skillway that it starts a config of its own'
    throw new UpstreamFault('closed', `${why} (--config)`)
  }
  return { [VARIABLE]: [...above, name].join(' ') }
}
