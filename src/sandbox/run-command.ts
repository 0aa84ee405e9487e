import { readdir } from 'node:fs/promises'
import { SkillwayError } from '../errors.ts'
import { attendSandbox } from './attend-sandbox.ts'
import { checkCommand } from './check-command.ts'
import { commandEnv } from './command-env.ts'
import { commandLimits } from './limits.ts'
import { openOutputPipes } from './output-pipes.ts'
import { sandboxUnavailable } from './sandbox-unavailable.ts'
import { SANDBOX_PATHS } from './sandbox-profile.ts'
import { type SandboxPlan, startSandbox } from './start-sandbox.ts'
import { aborted, supervise } from './supervise.ts'
import type { CommandRequest, CommandResult, RunOptions } from './types.ts'

export interface SandboxOptions extends RunOptions {
  /** Another sandbox program than the `bwrap` of this system. */
  bwrap?: string | undefined
}

/**
 * Runs one command of a skill in a sandbox of its own, and ends it together with all that it started.
 *
 * @throws SkillwayError `COMMAND_REFUSED`, `USAGE`, `ABORTED`, `SANDBOX_UNAVAILABLE`
 */
export async function runCommand(
  request: CommandRequest,
  options: SandboxOptions = {},
): Promise<CommandResult> {
  const { scratch: home, tmp, skill: skillDir } = SANDBOX_PATHS
  const plan = {
    bwrap: options.bwrap ?? 'bwrap',
    skillDir: request.skillDir,
    command: checkCommand(request.command),
    cwd: request.cwd ?? 'scratch',
    env: commandEnv(request.env, { home, tmp, skillDir }),
    network: request.network ?? false,
    limits: commandLimits(request.limits),
  }
  return request.scratch.use(async (folder) => {
    if (options.signal?.aborted) throw aborted()
    const isEmpty = (await readdir(folder)).length === 0
    return runInSandbox({ ...plan, before: isEmpty ? undefined : folder }, folder, options).catch(
      (error: unknown) => {
        throw sandboxUnavailable(error)
      },
    )
  })
}

async function runInSandbox(
  plan: Omit<SandboxPlan, 'outputs'>,
  folder: string,
  options: RunOptions,
): Promise<CommandResult> {
  const { limits } = plan
  const output = await openOutputPipes(folder)
  const child = output.giveTo((outputs) => startSandbox({ ...plan, outputs }))
  const attended = attendSandbox(child, limits)
  try {
    const outcome = await supervise(child, { ...options, ...output, limits, kill: attended.kill })
    const entered = await attended.entered
    if (!entered && !outcome.timedOut) throw neverBegan(outcome.stderr.text)
    return { ...outcome, limitHit: attended.limitHit(), notKept: await attended.collect(folder) }
  } finally {
    await attended.close()
  }
}

/** Before the command begins, only the sandbox and the copying of the working folder can complain. */
function neverBegan(complaint: string): Error {
  if (!complaint.startsWith('cp: ')) return new Error(complaint || 'it ended before the command began')
  return new SkillwayError(
    'COMMAND_REFUSED',
    'The command was not run: its working folder holds more than it may use',
    {
      hint: 'Give it as much room as the commands before it, or a new working folder.',
      cause: new Error(complaint),
    },
  )
}
