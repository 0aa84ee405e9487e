import { openTrust } from '../../config/open-trust.ts'
import { table } from '../../text/table.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf } from '../open.ts'

/** `skillway cache verify`: hashes every kept file again and removes what is not what it was. */
export async function verifyCache(context: CommandContext): Promise<CommandResult> {
  const { store } = await openTrust(await configOf(context), context)
  const report = await store.verify()
  const { sound, bytes, corrupt, unused } = report
  const rows = [
    ['In order', `${sound} files, ${bytes} bytes`],
    ['Corrupt, removed', String(corrupt.length)],
    ['Unused, removed', String(unused)],
  ]
  return { json: report, text: table(rows), exitCode: corrupt.length > 0 ? 1 : 0 }
}

/** `skillway cache purge [LABEL]`: removes what was kept of a server, or of all; also the approvals of servers that are gone. */
export async function purgeCache(context: CommandContext, label: string | undefined): Promise<CommandResult> {
  const config = await configOf(context)
  const { store, approvals } = await openTrust(config, context)
  const labels =
    label === undefined ? [...new Set((await store.origins()).map((origin) => origin.label))] : [label]
  let removed = 0
  for (const one of labels) removed += await store.purge(one)
  const known = new Set(config.servers.map((server) => server.label))
  const forgotten = labels.filter((one) => !known.has(one))
  let revoked = 0
  for (const one of forgotten) revoked += (await approvals.forgetSource(one)).length
  const text = `Removed ${removed} files${revoked > 0 ? `, and ${revoked} approvals of servers that are gone` : ''}.`
  return { json: { removed, revoked, labels }, text }
}
