import { diagnostic, type Diagnostic, type DiagnosticCode } from '../skill/diagnostic.ts'
import type { ConfigDocument } from './config-document.ts'
import type { KeyPath } from './key-path.ts'
import type { Problem } from './problem.ts'

/** Collects what is to be said about one config file, each with its place. */
export interface Findings {
  readonly problems: Problem[]
  readonly diagnostics: Diagnostic[]
  readonly position: ConfigDocument['position']
  /** The file cannot be used as it is. */
  refuse(path: KeyPath, message: string, part?: 'key' | 'value'): void
  /** The file is used, but not all of it as written. */
  note(code: DiagnosticCode, path: KeyPath, message: string, hint?: string): void
}

export function findingsOf(document: ConfigDocument): Findings {
  const problems: Problem[] = []
  const diagnostics: Diagnostic[] = []
  return {
    problems,
    diagnostics,
    position: document.position,
    refuse(path, message, part = 'value') {
      problems.push({ file: document.file, position: document.position(path, part), message })
    },
    note(code, path, message, hint) {
      const { line } = document.position(path, 'key')
      const more = hint === undefined ? { line } : { line, hint }
      diagnostics.push(diagnostic(code, document.file, message, more))
    },
  }
}
