import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { ApprovalRow, Grant } from '../../trust/approval-state.ts'
import { catalogUri } from '../../trust/identity.ts'
import { formatSkillUri } from '../../uri/format.ts'
import { parseReference } from '../../uri/parse.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf, trustOf } from '../open.ts'

/** `skillway revoke URI`: takes an approval back. The server need not be there any more. */
export async function revoke(
  context: CommandContext,
  reference: string,
  flags: { grant?: Grant },
): Promise<CommandResult> {
  const { approvals } = await trustOf(context, await configOf(context))
  const meant = rowsOf(reference, await approvals.list())
  const places = new Map(meant.map((row) => [row.endpoint, row]))
  const revoked: ApprovalRow[] = []
  for (const row of places.values()) revoked.push(...(await approvals.revoke(row, flags.grant)))
  if (revoked.length === 0) throw nothingApproved(reference, flags.grant)
  const rows = revoked.map((row) => ({ uri: catalogUri(row), label: row.label, grant: row.grant }))
  const text = rows.map(({ uri, grant }) => `Revoked ${grant} of ${uri}.`).join('\n')
  return { json: { revoked: rows }, text }
}

/** The approvals of the skill at that URI, or of the only one that has that name. */
function rowsOf(reference: string, rows: readonly ApprovalRow[]): ApprovalRow[] {
  const { segments } = parseReference(reference)
  const path = segments.at(-1) === 'SKILL.md' ? segments.slice(0, -1) : segments
  const uri = formatSkillUri(path.join('/'))
  const there = rows.filter((row) => catalogUri(row) === uri)
  if (there.length > 0 || path.length !== 1) return there
  const named = rows.filter((row) => nameOf(row) === path[0])
  const uris = [...new Set(named.map(catalogUri))]
  if (uris.length < 2) return named
  throw new SkillwayError('SKILL_AMBIGUOUS', `${quote(reference)} means several skills: ${uris.join(', ')}`, {
    hint: 'Use one of these URIs instead of the name.',
  })
}

function nameOf({ uri }: ApprovalRow): string {
  return parseReference(uri).segments.at(-1)!
}

function nothingApproved(reference: string, grant: Grant | undefined): SkillwayError {
  const what = grant === undefined ? 'Nothing' : `No ${grant}`
  return new SkillwayError('SKILL_NOT_FOUND', `${what} is approved for ${quote(reference)}`, {
    hint: "'skillway approvals' shows what is.",
  })
}
