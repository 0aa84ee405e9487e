import type { Diagnostic } from '../skill/diagnostic.ts'
import type { SkillSource } from '../sources/types.ts'
import { openTrust, type Place } from './open-trust.ts'
import type { Config } from './types.ts'

export interface ServerSourcesOptions extends Place {
  /** Told of what goes wrong outside of a call. */
  onDiagnostic?: ((finding: Diagnostic) => void) | undefined
  /** Milliseconds that a listing waits for a server that is not there yet. Default 5,000. */
  waitMs?: number | undefined
}

/**
 * The servers of a config as sources in their order, each verified, cached and bound to approvals. Nothing is connected
 * before the first call; without servers, nothing of MCP is even loaded.
 *
 * @throws SkillwayError as `openTrust`
 */
export async function serverSources(config: Config, options: ServerSourcesOptions): Promise<SkillSource[]> {
  const { waitMs } = options
  const servers = config.servers.filter(({ enabled }) => enabled)
  if (servers.length === 0) return []
  const [{ mcpSource }, { approved }, { cached }, { verified }, { approvals, store }] = await Promise.all([
    import('../sources/mcp/mcp-source.ts'),
    import('../trust/approved.ts'),
    import('../trust/cached.ts'),
    import('../trust/verified.ts'),
    openTrust(config, options),
  ])
  return servers.map(({ label, transport, timeoutMs, approval }) => {
    const server = mcpSource({
      label,
      transport,
      limits: { requestMs: timeoutMs, ...(waitMs === undefined ? {} : { waitMs }) },
      log: options.onDiagnostic,
    })
    return approved(cached(verified(server), store), approvals, { approval })
  })
}
