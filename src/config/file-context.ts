import type { Findings } from './findings.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import type { ConfigOrigin } from './types.ts'
import { expandVariables } from './variables.ts'

/** A config file that was found. */
export interface FoundFile {
  /** Absolute. */
  path: string
  /** For messages. */
  shown: string
  origin: ConfigOrigin
}

/** What the meaning of a config file depends on beside its text. */
export interface FileContext {
  file: FoundFile
  /** The folder that relative paths in the file are relative to. */
  folder: string
  home: string
  env: Record<string, string | undefined>
  findings: Findings
}

/** A text of the file with its variables put in; where that cannot be, the file is refused. */
export function expandAt(text: string, path: KeyPath, { env, findings }: FileContext): string | undefined {
  const { text: expanded, problem } = expandVariables(text, env)
  if (expanded === undefined) findings.refuse(path, `${formatKeyPath(path)}: ${problem}`)
  else if (expanded.includes('\0')) findings.refuse(path, `${formatKeyPath(path)} holds a null byte`)
  else return expanded
  return undefined
}

/** The same for a text that must not be empty once its variables are in. */
export function expandRequired(text: string, path: KeyPath, context: FileContext): string | undefined {
  const expanded = expandAt(text, path, context)
  if (expanded?.trim() !== '') return expanded
  const when = text.trim() === '' ? '' : ' once its variables are put in'
  context.findings.refuse(path, `${formatKeyPath(path)} is empty${when}`)
  return undefined
}
