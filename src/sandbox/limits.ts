import { availableParallelism } from 'node:os'
import { SkillwayError } from '../errors.ts'

/** How much one command may use. */
export interface CommandLimits {
  /** Wall clock, for the command and everything that it starts. */
  timeMs: number
  /** Bytes kept of each of stdout and stderr. */
  outputBytes: number
  /** Bytes of memory: for each process, and for all of them together. */
  memoryBytes: number
  /** Processes and threads at any one time. */
  processes: number
  /** Bytes in the working folder, and the same again in `/tmp` and in `/dev/shm`; no file may be larger. */
  scratchBytes: number
  /** Files and folders in each of the three. */
  scratchFiles: number
}

export const COMMAND_LIMITS: CommandLimits = {
  timeMs: 30_000,
  outputBytes: 256 * 1024,
  memoryBytes: 512 * 1024 * 1024,
  processes: 64,
  scratchBytes: 64 * 1024 * 1024,
  scratchFiles: 10_000,
}

const MIB = 1024 * 1024
/** What a caller may ask for: less than the least is no use to any command, more than the most serves no one well. */
export const LIMIT_BOUNDS: Record<keyof CommandLimits, [least: number, most: number]> = {
  timeMs: [1, 300_000],
  outputBytes: [1024, 16 * MIB],
  memoryBytes: [32 * MIB, 64 * 1024 * MIB],
  processes: [8, 4096],
  scratchBytes: [MIB, 4096 * MIB],
  scratchFiles: [16, 1_000_000],
}

/** The limits for one command: those asked for, the usual ones for the rest. */
export function commandLimits(asked: Partial<CommandLimits> = {}): CommandLimits {
  const limits = { ...COMMAND_LIMITS }
  for (const name of Object.keys(LIMIT_BOUNDS) as (keyof CommandLimits)[]) {
    const value = asked[name] ?? limits[name]
    const [least, most] = LIMIT_BOUNDS[name]
    if (!Number.isSafeInteger(value) || value < least || value > most) {
      throw new SkillwayError('USAGE', `The limit ${name} may not be ${value}`, {
        hint: `Give a whole number from ${least} to ${most}.`,
      })
    }
    limits[name] = value
  }
  return limits
}

/** A resource limit of the operating system, for one process. */
export interface ResourceLimits {
  /** Writable private memory. Address space is no measure: Node and Go reserve gigabytes that they never use. */
  data: number
  fsize: number
  /** Seconds. Only for a process that outlives its deadline: the wall clock comes first, however many threads run. */
  cpu: number
  core: number
  nofile: number
  /** Absent where processes cannot be counted apart from the user's others. */
  nproc?: number
}

/** The part of the limits that the operating system holds process by process. */
export function resourceLimits(limits: CommandLimits): ResourceLimits {
  return {
    data: limits.memoryBytes,
    fsize: limits.scratchBytes,
    cpu: Math.ceil(limits.timeMs / 1000) * availableParallelism() + 1,
    core: 0,
    nofile: 1024,
  }
}
