import { openTrust } from '../../config/open-trust.ts'
import { table } from '../../text/table.ts'
import { visible } from '../../text/visible.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf } from '../open.ts'

/** `skillway approvals`: what has been approved, and what a change took back. */
export async function approvals(context: CommandContext): Promise<CommandResult> {
  const trust = await openTrust(await configOf(context), context)
  const rows = (await trust.approvals.list()).map(
    ({ label, endpoint, uri, grant, fingerprint, approvedAt, revoked }) => ({
      label,
      endpoint,
      uri,
      grant,
      fingerprint,
      approvedAt,
      revoked,
    }),
  )
  const lines = rows.map(({ label, uri, grant, approvedAt, revoked }) => [
    label,
    visible(uri),
    grant,
    revoked ? 'revoked: it changed' : `since ${approvedAt}`,
  ])
  return {
    json: { approvals: rows },
    text: rows.length === 0 ? 'Nothing is approved.' : table(lines, context.io.width),
  }
}
