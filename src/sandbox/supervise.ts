import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { SkillwayError } from '../errors.ts'
import { captureOutput } from './capture-output.ts'
import type { CommandLimits } from './limits.ts'
import type { CapturedOutput, CommandProgress, RunOptions } from './types.ts'

/** How often a caller hears that the command still runs. */
const PROGRESS_MS = 3000
/** How long output may still arrive after the command has ended. */
const DRAIN_MS = 400
/** How long the system has to end what was killed. */
const KILL_MS = 500

export interface Supervised extends RunOptions {
  stdout: Readable
  stderr: Readable
  limits: CommandLimits
  /** Ends the command and all that it started, also what goes on after the command itself has ended. */
  kill(): void
}

export interface Outcome {
  exitCode: number | null
  signal: string | null
  timedOut: boolean
  stdout: CapturedOutput
  stderr: CapturedOutput
  durationMs: number
}

/**
 * Holds a started command to its time and its output, and waits for its end. Settles within a second of the deadline,
 * whoever still holds the output open.
 *
 * @throws SkillwayError `ABORTED`; the system's error if the command could not be started
 */
export async function supervise(child: ChildProcess, supervised: Supervised): Promise<Outcome> {
  const { limits, signal } = supervised
  const started = performance.now()
  const elapsed = (): number => Math.round(performance.now() - started)
  const stdout = captureOutput(supervised.stdout, limits.outputBytes)
  const stderr = captureOutput(supervised.stderr, limits.outputBytes)
  child.on('error', () => undefined)
  const clock = watchClock(supervised, () => ({
    elapsedMs: elapsed(),
    stdoutBytes: stdout.bytes(),
    stderrBytes: stderr.bytes(),
  }))
  try {
    await Promise.race([once(child, 'exit'), clock.overdue])
    supervised.kill()
    const durationMs = elapsed()
    await Promise.race([
      Promise.all([stdout.ended, stderr.ended]),
      delay(DRAIN_MS, undefined, { ref: false }),
    ])
    if (signal?.aborted) throw aborted()
    return {
      exitCode: child.exitCode,
      signal: child.signalCode,
      timedOut: clock.timedOut() && child.exitCode === null,
      stdout: stdout.result(),
      stderr: stderr.result(),
      durationMs,
    }
  } finally {
    clock.stop()
    // A child that found no descriptors free has no streams at all.
    const streams = [supervised.stdout, supervised.stderr, ...(child.stdio ?? [])]
    for (const stream of streams) stream?.destroy()
  }
}

export function aborted(): SkillwayError {
  return new SkillwayError('ABORTED', 'The command was cancelled')
}

interface Clock {
  /** Resolves when what was killed has not ended in time. */
  overdue: Promise<void>
  timedOut(): boolean
  stop(): void
}

/** Kills at the deadline, or when the caller cancels. */
function watchClock(
  { limits, signal, onProgress, kill }: Supervised,
  progress: () => CommandProgress,
): Clock {
  let timedOut = false
  let giveUp: () => void
  const overdue = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const end = (): void => {
    kill()
    setTimeout(giveUp, KILL_MS).unref()
  }
  const deadline = setTimeout(() => {
    timedOut = true
    end()
  }, limits.timeMs)
  const report = setInterval(() => onProgress?.(progress()), PROGRESS_MS)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  return {
    overdue,
    timedOut: () => timedOut,
    stop() {
      clearTimeout(deadline)
      clearInterval(report)
      signal?.removeEventListener('abort', end)
    },
  }
}
