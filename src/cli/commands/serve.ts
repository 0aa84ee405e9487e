import type { Catalog } from '../../catalog/types.ts'
import { catalogFrom } from '../../config/catalog-from.ts'
import type { Config } from '../../config/types.ts'
import { SkillwayError } from '../../errors.ts'
import type { Approver } from '../../serve/approver.ts'
import { serveOnStdio } from '../../serve/stdio.ts'
import { servedCommands, type ShellFlags } from '../commands-of-skills.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { quote } from '../../text/quote.ts'
import { configOf, trustOf } from '../open.ts'
import { stopSignal } from '../stop-signal.ts'

export interface ServeFlags extends ShellFlags {
  /** Serve over HTTP instead; the address, or true for the one of the config. */
  http?: string | true
  /** The operator's word that skills may run commands, whatever the config says. */
  allowShell?: boolean
}

const AT_A_TERMINAL = `skillway: waiting for an MCP client on stdin. Clients start this command themselves; Ctrl+C ends it.
  'skillway list' shows the skills, 'skillway serve --http' serves them on a port.`

/** `skillway serve`: the catalog as an MCP server on stdin and stdout, until the client goes. Logs go to stderr. */
export async function serve(context: CommandContext, flags: ServeFlags = {}): Promise<CommandResult> {
  const { http } = flags
  return http === undefined ? serveStdio(context, flags) : serveOverHttp(context, http, flags)
}

/** Callers from afar get no shell: a sandbox is one machine's protection against one person's mistake. */
async function serveOverHttp(
  context: CommandContext,
  http: string | true,
  { allowShell }: ServeFlags,
): Promise<CommandResult> {
  if (allowShell === true) {
    throw new SkillwayError('USAGE', '--allow-shell is not to be had over HTTP', {
      hint: 'Leave one of the two out; over stdio, skills can run commands.',
    })
  }
  const { serveHttp } = await import('./serve-http.ts')
  const address = http === true ? undefined : http
  return serveHttp(context, address, (catalog) => logFindings(context, () => catalog.list()))
}

async function serveStdio(context: CommandContext, flags: ServeFlags): Promise<CommandResult> {
  const { io } = context
  const { allowShell, unsafeNoSandbox = false } = flags
  const config = await configOf(context, { allowShell })
  await using catalog = await catalogFrom(config, { ...context, onDiagnostic: context.note })
  const signal = stopSignal()
  for (const finding of config.diagnostics) context.note(finding)
  if (process.stdin.isTTY) io.note(AT_A_TERMINAL)
  void logFindings(context, () => catalog.list())
  const approver = config.servers.length === 0 ? undefined : await approverIn(catalog, context, config)
  const commands = await servedCommands(context, { config, flags: { unsafeNoSandbox, audit: true } })
  await serveOnStdio(catalog, {
    maxSkills: config.maxSkills,
    approver,
    commands,
    signal,
    onError: (error) => io.note(`skillway: ${quote(error.message)}`),
  })
  await commands?.runner.close()
  return { json: {}, text: new Uint8Array() }
}

async function approverIn(catalog: Catalog, context: CommandContext, config: Config): Promise<Approver> {
  const { approverFor } = await import('../../serve/approver.ts')
  return approverFor(catalog, (await trustOf(context, config)).approvals)
}

/** Names on stderr what is not served, so that nobody has to guess why a skill is missing. */
async function logFindings({ note }: CommandContext, list: () => ReturnType<Catalog['list']>) {
  const { diagnostics } = await list().catch(() => ({ diagnostics: [] }))
  for (const finding of diagnostics) {
    if (finding.severity !== 'info') note(finding)
  }
}
