import { catalogFrom } from '../../config/catalog-from.ts'
import { approverFor } from '../../serve/approver.ts'
import { serveOnStdio } from '../../serve/stdio.ts'
import { servedCommands, type ShellFlags } from '../commands-of-skills.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { quote } from '../../text/quote.ts'
import { configOf, trustOf } from '../open.ts'

export type ServeFlags = ShellFlags

/** `skillway serve`: the catalog as an MCP server on stdin and stdout, until the client goes. Logs go to stderr. */
export async function serve(context: CommandContext, flags: ServeFlags = {}): Promise<CommandResult> {
  const { io } = context
  const config = await configOf(context)
  await using catalog = await catalogFrom(config, { ...context, onDiagnostic: context.note })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  for (const finding of config.diagnostics) context.note(finding)
  void logFindings(context, () => catalog.list())
  const approver =
    config.servers.length === 0 ? undefined : approverFor(catalog, (await trustOf(context, config)).approvals)
  const commands = await servedCommands(context, { config, flags: { ...flags, audit: true } })
  await serveOnStdio(catalog, {
    maxSkills: config.maxSkills,
    approver,
    commands,
    signal: stop.signal,
    onError: (error) => io.note(`skillway: ${quote(error.message)}`),
  })
  await commands?.runner.close()
  return { json: {}, text: new Uint8Array() }
}

/** Names on stderr what is not served, so that nobody has to guess why a skill is missing. */
async function logFindings(
  { note }: CommandContext,
  list: () => ReturnType<import('../../catalog/types.ts').Catalog['list']>,
) {
  const { diagnostics } = await list().catch(() => ({ diagnostics: [] }))
  for (const finding of diagnostics) {
    if (finding.severity !== 'info') note(finding)
  }
}
