import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'

export interface ProgramOptions {
  cwd?: string | undefined
  env?: Record<string, string> | undefined
}

/** A program that has run to its end, as a whole process. */
export interface ProgramRun {
  /** From before its start until it is gone. */
  ms: number
  /** The most memory that it had, in MB. */
  rssMb: number
  /** Processor time, all threads, in milliseconds. */
  cpuMs: number
  stdout: string
}

/** Longer than any program here takes on a slow machine. */
const PATIENCE_MS = 900_000

/** Tells on descriptor 3, when the process ends, what it has used. */
const REPORT_USAGE = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs'
  process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())))
`)}`

/**
 * Runs a Node program and measures it.
 *
 * @throws Error with the end of what it wrote to stderr, if it fails
 */
export async function runProgram(
  args: readonly string[],
  { cwd, env }: ProgramOptions = {},
): Promise<ProgramRun> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', REPORT_USAGE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const outputs = [child.stdio[1], child.stdio[2], child.stdio[3]].map((stream) => text(stream as Readable))
  const code = await ended
  const ms = performance.now() - started
  const [stdout, stderr, usage] = await Promise.all(outputs)
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr!.trim().slice(-300)}`)
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(usage!) as NodeJS.ResourceUsage
  return { ms, rssMb: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000, stdout: stdout! }
}
