import { randomUUID } from 'node:crypto'
import type { Config } from '../config/types.ts'
import { SkillwayError } from '../errors.ts'
import type { AuditRecord, CommandRunner } from '../sandbox/command-runner.ts'
import type { ServedCommands } from '../serve/session-commands.ts'
import type { CommandContext } from './context.ts'
import { trustOf } from './open.ts'

export interface ShellFlags {
  /** The operator's word that skills may run commands at all. */
  allowShell?: boolean
  /** Without any sandbox, where there is none. */
  unsafeNoSandbox?: boolean
  /** Leaves one line on stderr for each run. */
  audit?: boolean
}

/**
 * The commands of skills as the flags allow them: none unless they are switched on, and none without a working sandbox unless
 * the operator gives that up by name.
 */
export async function servedCommands(
  context: CommandContext,
  { config, flags }: { config: Config; flags: ShellFlags },
): Promise<ServedCommands | undefined> {
  if (flags.allowShell !== true) {
    if (flags.unsafeNoSandbox === true) throw withoutAllowShell()
    return undefined
  }
  const runner = await runnerFor(context, flags)
  if (runner === undefined) return undefined
  const approvals = config.servers.length === 0 ? undefined : (await trustOf(context, config)).approvals
  return { runner, approvals }
}

async function runnerFor(
  { io }: CommandContext,
  { unsafeNoSandbox, audit = false }: ShellFlags,
): Promise<CommandRunner | undefined> {
  const log = (record: AuditRecord) =>
    io.note(JSON.stringify({ run: randomUUID(), time: new Date(), ...record }))
  const onAudit = audit ? log : undefined
  const { createCommandRunner } = await import('../sandbox/command-runner.ts')
  if (unsafeNoSandbox === true) {
    io.note('warning: commands of skills run WITHOUT A SANDBOX, with everything that this user may do')
    return createCommandRunner({ onAudit, dangerouslyWithoutSandbox: true })
  }
  const { detectSandbox } = await import('../sandbox/detect-sandbox.ts')
  const sandbox = await detectSandbox()
  if (sandbox.available) return createCommandRunner({ onAudit })
  io.note(`warning: run_shell_command is not offered: ${sandbox.reason}\n  ${sandbox.hint}`)
  return undefined
}

function withoutAllowShell(): SkillwayError {
  return new SkillwayError('USAGE', '--unsafe-no-sandbox says how commands run, not that they may', {
    hint: 'Add --allow-shell.',
  })
}
