import { rm } from 'node:fs/promises'
import { SkillwayError } from '../errors.ts'
import { digestOf } from '../skill/digest.ts'
import { commandAllowed } from './command-allowed.ts'
import { type CommandQueueOptions, createCommandQueue } from './command-queue.ts'
import { createPrivateFolder } from './create-private-folder.ts'
import { materialise, type SkillToCopy } from './materialise.ts'
import { runCommand } from './run-command.ts'
import { runUnsandboxed } from './run-unsandboxed.ts'
import type { CommandRequest, CommandResult, RunOptions } from './types.ts'

/** A command to be run for a skill. */
export interface CommandJob extends Omit<CommandRequest, 'skillDir'> {
  skill: SkillToCopy
  /** Throws unless the skill may run commands at all; nothing is done before it has said so. */
  authorise?: (() => Promise<void>) | undefined
  /** The bytes of one of its files; what is not as the skill's digests say is not run. */
  readFile(filePath: string): Promise<Uint8Array>
  /** The skill's own `allowed-tools`, which narrow what it may run. */
  allowedTools?: readonly string[] | undefined
  /** What the skill was approved as, for the record. */
  fingerprint?: string | undefined
}

/** One line about one run, for a log: what ran and what came of it, without the text of the command or its output. */
export interface AuditRecord {
  /** Label of the skill's source. */
  label: string
  skillUri: string
  fingerprint: string | undefined
  /** `sha256:` and 64 hex digits over the command. */
  commandHash: string
  sandboxed: boolean
  /** True if it could reach the network. */
  network: boolean
  ended: 'exit' | 'time' | 'memory' | 'files' | 'error'
  /** The code of the error, where nothing came back but that. */
  error: string | undefined
  exitCode: number | null
  signal: string | null
  stdoutBytes: number
  stderrBytes: number
  durationMs: number
}

export interface CommandRunnerOptions extends CommandQueueOptions {
  /** Called once for every run that was asked for, also for one that was refused. */
  onAudit?: ((record: AuditRecord) => void) | undefined
  /** Runs commands with nothing between them and this machine. Default: in a sandbox, or not at all. */
  dangerouslyWithoutSandbox?: true | undefined
  /** Another sandbox program than the `bwrap` of this system. */
  bwrap?: string | undefined
}

export interface CommandRunner {
  /** False where nothing stands between commands and this machine. */
  readonly sandboxed: boolean
  /** @throws SkillwayError `COMMAND_REFUSED`, `VERIFICATION_FAILED`, `SANDBOX_UNAVAILABLE`, `ABORTED`, `USAGE`, and those of `authorise` and `readFile` */
  run(job: CommandJob, options?: RunOptions): Promise<CommandResult>
  /** Ends every command and deletes the copies of the skills. */
  close(): Promise<void>
}

/** Runs the commands of skills: a few at a time, each on a copy of its skill that has just been checked. */
export function createCommandRunner(options: CommandRunnerOptions = {}): CommandRunner {
  const queue = createCommandQueue(options)
  const closing = new AbortController()
  const runs = new Set<Promise<unknown>>()
  let copies: Promise<string> | undefined

  async function attempt(job: CommandJob, runOptions: RunOptions): Promise<CommandResult> {
    const { skill, authorise, readFile, allowedTools, scratch, command } = job
    await authorise?.()
    const permission = commandAllowed(allowedTools, command)
    if (!permission.allowed) throw notPermitted(permission.reason)
    const signal = AbortSignal.any([closing.signal, ...(runOptions.signal ? [runOptions.signal] : [])])
    const work = async (): Promise<CommandResult> => {
      const skillDir = await materialise(skill, readFile, await (copies ??= createPrivateFolder()))
      return execute({ ...job, skillDir }, { ...runOptions, signal }, options)
    }
    return queue.run(scratch, work, signal)
  }

  return {
    sandboxed: options.dangerouslyWithoutSandbox !== true,
    async run(job, runOptions = {}) {
      const run = audited(job, options, attempt(job, runOptions))
      runs.add(run)
      try {
        return await run
      } finally {
        runs.delete(run)
      }
    },
    async close() {
      closing.abort()
      await Promise.allSettled(runs)
      if (copies !== undefined) await rm(await copies, { recursive: true, force: true })
    },
  }
}

function execute(
  request: CommandRequest,
  runOptions: RunOptions,
  { dangerouslyWithoutSandbox, bwrap }: CommandRunnerOptions,
): Promise<CommandResult> {
  return dangerouslyWithoutSandbox === true
    ? runUnsandboxed(request, { ...runOptions, dangerouslyWithoutSandbox })
    : runCommand(request, { ...runOptions, bwrap })
}

async function audited(
  { skill, fingerprint, command, network = false }: CommandJob,
  { onAudit, dangerouslyWithoutSandbox }: CommandRunnerOptions,
  run: Promise<CommandResult>,
): Promise<CommandResult> {
  const started = performance.now()
  const about = {
    label: skill.label,
    skillUri: skill.uri,
    fingerprint,
    commandHash: digestOf(Buffer.from(command)),
    sandboxed: dangerouslyWithoutSandbox !== true,
    network: network || dangerouslyWithoutSandbox === true,
  }
  const result = await run.catch((error: unknown) => {
    const code = error instanceof SkillwayError ? error.code : 'INTERNAL'
    onAudit?.({ ...about, ...NOTHING, error: code, durationMs: Math.round(performance.now() - started) })
    throw error
  })
  onAudit?.({ ...about, ...endOf(result) })
  return result
}

const NOTHING = { ended: 'error', exitCode: null, signal: null, stdoutBytes: 0, stderrBytes: 0 } as const

function endOf(
  result: CommandResult,
): Omit<AuditRecord, 'label' | 'skillUri' | 'fingerprint' | 'commandHash' | 'sandboxed' | 'network'> {
  const { timedOut, limitHit, exitCode, signal, stdout, stderr, durationMs } = result
  return {
    ended: limitHit ?? (timedOut ? 'time' : 'exit'),
    error: undefined,
    exitCode,
    signal,
    stdoutBytes: stdout.bytes,
    stderrBytes: stderr.bytes,
    durationMs,
  }
}

function notPermitted(reason: string): SkillwayError {
  return new SkillwayError('COMMAND_REFUSED', reason, {
    hint: 'Run a command that the skill itself permits, or ask its author to widen its allowed-tools.',
  })
}
