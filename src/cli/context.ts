import type { Diagnostic } from '../skill/diagnostic.ts'
import type { CommandIO } from './io.ts'

/** What every command gets: the flags that all commands share, and the process it runs in. */
export interface CommandContext {
  io: CommandIO
  cwd: string
  home: string
  env: Record<string, string | undefined>
  flags: CommonFlags
  /** Tells a finding on stderr, unless this run has told it already. */
  note(finding: Diagnostic): void
}

export interface CommonFlags {
  /** Folders of skills, before those of the config. */
  skills: string[]
  /** False: the clients' own folders are left out. */
  defaults: boolean
  config?: string | undefined
  /** The agent of an AgentPool file whose limits count. */
  agent?: string | undefined
  json: boolean
}

/** What a command gives back; only `main.ts` prints it, and asks either for `json` or for `text`. */
export interface CommandResult {
  /** Printed with `--json`. */
  json: unknown
  /** Printed without it; a trailing newline is added. Bytes are written as they are. */
  text: string | Uint8Array
  /** Lines for stderr, also with `--json`. */
  notes?: string[]
  /** 0: fine; 1: the answer is no; 2: wrong usage. Default 0. */
  exitCode?: 0 | 1 | 2
}
