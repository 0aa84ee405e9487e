import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { table } from '../../text/table.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf, trustOf } from '../open.ts'

/** `skillway cache verify`: hashes every kept file again and removes what is not what it was. */
export async function verifyCache(context: CommandContext): Promise<CommandResult> {
  const { store } = await trustOf(context, await configOf(context))
  const report = await store.verify()
  const { sound, bytes, corrupt, unused } = report
  const rows = [
    ['In order', `${counted(sound, 'file')}, ${counted(bytes, 'byte')}`],
    ['Corrupt, removed', String(corrupt.length)],
    ['Unused, removed', String(unused)],
  ]
  return { json: report, text: table(rows), exitCode: corrupt.length > 0 ? 1 : 0 }
}

/** `skillway cache purge [LABEL]`: removes what was kept of a server, or of all; also the approvals of servers that are gone. */
export async function purgeCache(context: CommandContext, label: string | undefined): Promise<CommandResult> {
  const config = await configOf(context)
  const { store, approvals } = await trustOf(context, config)
  const configured = new Set(config.servers.map((server) => server.label))
  const known = new Set([...(await store.origins()), ...(await approvals.list())].map((one) => one.label))
  if (label !== undefined && !known.has(label) && !configured.has(label)) throw unknownLabel(label, known)
  const labels = label === undefined ? [...known] : [label]
  let removed = 0
  let revoked = 0
  for (const one of labels) {
    removed += await store.purge(one)
    if (!configured.has(one)) revoked += (await approvals.forgetSource(one)).length
  }
  const forgotten =
    revoked === 0 ? '' : `, and forgot ${counted(revoked, 'approval')} of servers that are gone`
  return { json: { removed, revoked, labels }, text: `Removed ${counted(removed, 'file')}${forgotten}.` }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function unknownLabel(label: string, known: Set<string>): SkillwayError {
  const hint =
    known.size === 0 ? 'Nothing is kept of any server.' : `Something is kept of: ${[...known].join(', ')}.`
  return new SkillwayError('USAGE', `Nothing is kept of a server ${quote(label)}`, { hint })
}
