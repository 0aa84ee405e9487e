import type { CommandLimits } from './limits.ts'
import type { Scratch } from './scratch.ts'
import type { Unfit } from './walk-beneath.ts'

/** One command of a skill, as somebody who may ask for it asks. */
export interface CommandRequest {
  /** The folder with exactly the skill's files, from `materialise`; the command sees it read-only. */
  skillDir: string
  /** What the command may write to, kept between the commands of one session. */
  scratch: Scratch
  /** Goes to the shell as one argument; nothing is ever put into it. */
  command: string
  /** Where the command starts. Default `scratch`. */
  cwd?: 'scratch' | 'skill'
  /** Variables beside the few that every command gets. Names that steer a loader, a shell or an interpreter are refused. */
  env?: Record<string, string>
  /** True: the command shares the network of this machine, loopback included. Default false: it has none. */
  network?: boolean
  limits?: Partial<CommandLimits>
}

export interface RunOptions {
  /** Ends the command and all that it started; the call then fails with `ABORTED`. */
  signal?: AbortSignal | undefined
  /** Called every few seconds while the command runs. */
  onProgress?: ((progress: CommandProgress) => void) | undefined
}

export interface CommandProgress {
  elapsedMs: number
  stdoutBytes: number
  stderrBytes: number
}

export interface CommandResult {
  /** As a shell tells it, so above 128 where a signal ended the command; `null` where we ended it. */
  exitCode: number | null
  /** The signal that ended the sandbox as a whole: ours, or the system's when it was out of memory. */
  signal: string | null
  timedOut: boolean
  /** Set where everything was ended because it used too much memory, or made too many files. */
  limitHit: 'memory' | 'files' | null
  stdout: CapturedOutput
  stderr: CapturedOutput
  durationMs: number
  /** Things that the command left in its working folder and that were not kept; the first few. */
  notKept: NotKept[]
}

/** What a command wrote to one stream, as it wrote it: control characters and all. */
export interface CapturedOutput {
  /** The whole output; or its beginning and its end, with a line between them that says how much is missing. */
  text: string
  /** How many bytes were written, kept or not. */
  bytes: number
  /** True exactly where `text` lacks some of them. */
  truncated: boolean
  /** True where the bytes kept were not UTF-8, so that U+FFFD stands in `text` for those that could not be read. */
  malformed: boolean
}

export interface NotKept {
  /** In the working folder, hidden characters shown. */
  path: string
  why: Unfit | 'size'
}
