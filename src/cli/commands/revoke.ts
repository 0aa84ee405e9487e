import { openTrust } from '../../config/open-trust.ts'
import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Grant } from '../../trust/approval-state.ts'
import { formatSkillUri } from '../../uri/format.ts'
import { parseReference } from '../../uri/parse.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf } from '../open.ts'

/** `skillway revoke URI`: takes an approval back. The server need not be there any more. */
export async function revoke(
  context: CommandContext,
  reference: string,
  flags: { grant?: Grant },
): Promise<CommandResult> {
  const trust = await openTrust(await configOf(context), context)
  const [label, ...segments] = parseReference(reference).segments
  if (segments.at(-1) === 'SKILL.md') segments.pop()
  const uri = segments.length === 0 ? undefined : formatSkillUri(segments.join('/'))
  const fitting = (await trust.approvals.list()).filter((row) => row.label === label && row.uri === uri)
  const places = new Map(fitting.map((row) => [row.endpoint, row]))
  const revoked = []
  for (const row of places.values()) revoked.push(...(await trust.approvals.revoke(row, flags.grant)))
  if (revoked.length === 0) {
    throw new SkillwayError('SKILL_NOT_FOUND', `Nothing is approved for ${quote(reference)}`, {
      hint: "See 'skillway approvals'; name a skill as skill://LABEL/PATH.",
    })
  }
  const text = revoked.map(({ grant }) => `Revoked ${grant} of ${reference}.`).join('\n')
  return { json: { revoked: revoked.map(({ grant, uri: at }) => ({ label, uri: at, grant })) }, text }
}
