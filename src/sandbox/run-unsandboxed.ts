import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { SkillwayError } from '../errors.ts'
import { hasCode } from '../trust/error-code.ts'
import { checkCommand } from './check-command.ts'
import { commandEnv } from './command-env.ts'
import { limitedArgv } from './limited-argv.ts'
import { commandLimits, resourceLimits } from './limits.ts'
import { openOutputPipes } from './output-pipes.ts'
import { shellArgv } from './shell-argv.ts'
import { aborted, supervise } from './supervise.ts'
import type { CommandRequest, CommandResult, RunOptions } from './types.ts'

export interface UnsandboxedOptions extends RunOptions {
  /** Says that whoever calls knows: the command can read, change and send whatever this process can. */
  dangerouslyWithoutSandbox: true
}

/**
 * Runs a command of a skill with nothing between it and this machine, for systems that have no sandbox. Time, output and
 * the size of a process and of a file are limited as in the sandbox; processes that leave their group can outlive it.
 *
 * @throws SkillwayError `COMMAND_REFUSED`, `USAGE`, `ABORTED`
 */
export async function runUnsandboxed(
  request: CommandRequest,
  options: UnsandboxedOptions,
): Promise<CommandResult> {
  if (options.dangerouslyWithoutSandbox !== true) {
    throw new SkillwayError('USAGE', 'A command without a sandbox must be asked for as such', {
      hint: 'Run it in the sandbox, or set dangerouslyWithoutSandbox to true.',
    })
  }
  if (process.platform === 'win32') throw new SkillwayError('USAGE', 'Commands cannot be run on Windows')
  const { skillDir, scratch } = request
  const limits = commandLimits(request.limits)
  const argv = limitedArgv(resourceLimits(limits), shellArgv(checkCommand(request.command)))
  return scratch.use(async (folder) => {
    if (options.signal?.aborted) throw aborted()
    const output = await openOutputPipes(folder)
    const child = output.giveTo((ends) =>
      spawn(argv[0]!, argv.slice(1), {
        cwd: request.cwd === 'skill' ? skillDir : folder,
        env: commandEnv(request.env, { home: folder, tmp: tmpdir(), skillDir }),
        stdio: ['ignore', ...ends],
        detached: true,
      }),
    )
    const kill = (): void => killGroup(child.pid)
    const outcome = await supervise(child, { ...options, ...output, limits, kill })
    return { ...outcome, limitHit: null, notKept: [] }
  })
}

/** `detached` has made the command the first of a group that its descendants belong to as well. */
function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    // Nobody left; or, on macOS, nobody left but what the system has not yet cleared away.
    if (!hasCode(error, 'ESRCH', 'EPERM')) throw error
  }
}
