import type { Diagnostic } from '../skill/diagnostic.ts'
import { findingLine } from './finding-line.ts'
import type { CommandIO } from './io.ts'

/** Tells findings on stderr, each once. */
export function findingNotes(io: CommandIO): (finding: Diagnostic) => void {
  const told = new Set<string>()
  return (finding) => {
    const line = findingLine(finding, io.paintNote)
    if (!told.has(line)) io.note(line)
    told.add(line)
  }
}
