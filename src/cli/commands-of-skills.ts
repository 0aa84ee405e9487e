import { randomUUID } from 'node:crypto'
import type { Config, ShellConfig } from '../config/types.ts'
import { SkillwayError } from '../errors.ts'
import type { AuditRecord, CommandRunner } from '../sandbox/command-runner.ts'
import type { ServedCommands } from '../serve/session-commands.ts'
import { diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import { safeJson } from '../text/safe-json.ts'
import type { CommandContext } from './context.ts'
import { trustOf } from './open.ts'
import { whyNoCommands, whyNoPlace } from './why-no-commands.ts'

export interface ShellFlags {
  /** Without any sandbox, where there is none. */
  unsafeNoSandbox?: boolean
  /** Leaves one line on stderr for each run. */
  audit?: boolean
}

/**
 * The commands of skills as config and flags allow them: none unless they are switched on, and none without a working
 * sandbox unless the operator gives that up by name.
 */
export async function servedCommands(
  context: CommandContext,
  { config, flags }: { config: Config; flags: ShellFlags },
): Promise<ServedCommands | undefined> {
  const { shell } = config
  if (shell?.allow !== true) {
    if (flags.unsafeNoSandbox === true) throw withoutAllowShell()
    return undefined
  }
  const runner = await runnerFor(context, config, flags)
  if (runner === undefined) return undefined
  const approvals = config.servers.length === 0 ? undefined : (await trustOf(context, config)).approvals
  const { network, limits } = shell
  return { runner, approvals, settings: { env: variablesOf(shell, context), network, limits } }
}

async function runnerFor(
  { io }: CommandContext,
  { roots }: Config,
  { unsafeNoSandbox, audit = false }: ShellFlags,
): Promise<CommandRunner | undefined> {
  const missing = unsafeNoSandbox === true ? await whyNoPlace(roots) : await whyNoCommands({ roots })
  if (missing !== undefined) {
    io.note(`warning: run_shell_command is not offered: ${missing.reason}\n  ${missing.hint}`)
    return undefined
  }
  const log = (record: AuditRecord) =>
    io.note(safeJson({ run: randomUUID(), time: new Date(), ...record }, 0))
  const onAudit = audit ? log : undefined
  const { createCommandRunner } = await import('../sandbox/command-runner.ts')
  if (unsafeNoSandbox !== true) return createCommandRunner({ onAudit })
  io.note('warning: commands of skills run WITHOUT A SANDBOX, with everything that this user may do')
  return createCommandRunner({ onAudit, dangerouslyWithoutSandbox: true })
}

/** The values of the variables that commands get; one that is not set is told by its name. */
function variablesOf(
  { env: names, from }: ShellConfig,
  { env, note }: CommandContext,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = env[name]
    if (value !== undefined) values[name] = value
    else note(unset(name, from.env ?? 'shell.env'))
  }
  return values
}

function unset(name: string, file: string) {
  const message = `shell.env names the variable ${quote(name)}, which is not set: commands do without it`
  return diagnostic('CONFIG_VARIABLE_UNSET', file, message, {
    hint: 'Set it for the process that runs skillway, or take it out of shell.env.',
  })
}

function withoutAllowShell(): SkillwayError {
  return new SkillwayError('USAGE', '--unsafe-no-sandbox says how commands run, not that they may', {
    hint: 'Add --allow-shell.',
  })
}
