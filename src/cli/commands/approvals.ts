import type { ServerConfig } from '../../config/types.ts'
import { table } from '../../text/table.ts'
import { visible } from '../../text/visible.ts'
import type { ApprovalRow } from '../../trust/approval-state.ts'
import { catalogUri } from '../../trust/identity.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf, trustOf } from '../open.ts'

/** `orphaned`: nothing that the config names is what was approved. */
type ApprovalState = 'approved' | 'revoked' | 'orphaned'

/** `skillway approvals`: what has been approved, and what a change took back. */
export async function approvals(context: CommandContext): Promise<CommandResult> {
  const config = await configOf(context)
  const trust = await trustOf(context, config)
  const endpoints = await endpointsOf(config.servers)
  const rows = (await trust.approvals.list()).map((row) => shown(row, endpoints.get(row.label)))
  const lines = rows.map(({ uri, grant, state, why, approvedAt }) => [
    visible(uri),
    grant,
    why === undefined ? state : `${state}: ${why}`,
    approvedAt,
  ])
  const header = ['URI', 'GRANT', 'STATE', 'GIVEN']
  return {
    json: { approvals: rows },
    text: rows.length === 0 ? 'Nothing is approved.' : table([header, ...lines], context.io.width),
  }
}

function shown({ label, endpoint, uri, revoked, ...row }: ApprovalRow, current: string | undefined) {
  const { grant, fingerprint, approvedAt } = row
  const at = { uri: catalogUri({ label, uri }), label, endpoint, grant, fingerprint, approvedAt }
  return { ...at, ...stateOf(revoked, { approved: endpoint, current }) }
}

function stateOf(
  revoked: boolean,
  { approved, current }: { approved: string; current: string | undefined },
): { state: ApprovalState; why?: string } {
  if (current === undefined) return { state: 'orphaned', why: 'no server has this label now' }
  if (current !== approved) return { state: 'orphaned', why: 'the label is of another server now' }
  return revoked ? { state: 'revoked', why: 'the skill changed' } : { state: 'approved' }
}

/** Which server each label stands for. */
async function endpointsOf(servers: readonly ServerConfig[]): Promise<Map<string, string>> {
  const { endpointIdentity } = await import('../../sources/mcp/endpoint-identity.ts')
  return new Map(servers.map(({ label, transport }) => [label, endpointIdentity(transport)]))
}
