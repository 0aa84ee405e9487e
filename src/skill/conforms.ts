import type { Diagnostic, DiagnosticCode } from './diagnostic.ts'

/** Findings that break the Agent Skills specification although the skill loads. */
const BREAKS_SPECIFICATION: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'FRONTMATTER_NOT_FIRST',
  'HEADING_FORM',
  'YAML_RECOVERED',
  'NAME_MISSING',
  'NAME_INVALID',
  'NAME_TOO_LONG',
  'NAME_DIR_MISMATCH',
  'DESCRIPTION_TOO_LONG',
  'METADATA_NOT_STRING',
  'METADATA_NOT_MAP',
  'ALLOWED_TOOLS_FORM',
  'COMPATIBILITY_INVALID',
])

/** True for a skill that obeys the Agent Skills specification, whatever else is worth mending in it. */
export function conforms(diagnostics: readonly Diagnostic[]): boolean {
  return !diagnostics.some(({ code, severity }) => severity === 'error' || BREAKS_SPECIFICATION.has(code))
}
