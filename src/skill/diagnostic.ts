/** An error: not loaded. A warning: loaded, but not as its author meant. An info: worth knowing. */
export type Severity = 'error' | 'warning' | 'info'

/** Every finding and how much it matters. An error means that something is not served; the rest is served. */
export const SEVERITIES = {
  FRONTMATTER_MISSING: 'error',
  FRONTMATTER_UNCLOSED: 'error',
  FRONTMATTER_NOT_MAPPING: 'error',
  FRONTMATTER_TOO_LARGE: 'error',
  FRONTMATTER_NOT_FIRST: 'warning',
  FRONTMATTER_KEY_REFUSED: 'warning',
  HEADING_FORM: 'info',
  YAML_INVALID: 'error',
  YAML_RECOVERED: 'warning',
  YAML_ALIAS_LIMIT: 'error',
  YAML_DEPTH_LIMIT: 'error',
  DUPLICATE_KEY: 'error',
  ENCODING_INVALID: 'error',
  BOM: 'info',
  NAME_MISSING: 'warning',
  NAME_NOT_STRING: 'error',
  NAME_INVALID: 'warning',
  NAME_TOO_LONG: 'warning',
  NAME_UNSAFE: 'error',
  NAME_NOT_ASCII: 'info',
  NAME_DIR_MISMATCH: 'warning',
  NAME_CONFUSABLE: 'warning',
  NAME_CASE_COLLISION: 'warning',
  NAME_RESERVED_WINDOWS: 'warning',
  NAME_SHADOWED: 'warning',
  NAME_DUPLICATE: 'warning',
  DESCRIPTION_MISSING: 'error',
  DESCRIPTION_NOT_STRING: 'error',
  DESCRIPTION_TOO_LONG: 'warning',
  DESCRIPTION_DEFAULTED: 'info',
  METADATA_NOT_STRING: 'warning',
  METADATA_NOT_MAP: 'warning',
  ALLOWED_TOOLS_FORM: 'warning',
  COMPATIBILITY_INVALID: 'warning',
  UNKNOWN_FIELD: 'info',
  BOOLEAN_AS_STRING: 'warning',
  VALUE_TRUNCATED_BY_COMMENT: 'warning',
  ANCHOR_USED: 'warning',
  LINE_END_UNUSUAL: 'warning',
  NUMBER_INEXACT: 'warning',
  CONTROL_CHARACTER: 'warning',
  HIDDEN_UNICODE: 'warning',
  BODY_EMPTY: 'warning',
  FILENAME_CASE: 'warning',
  SYMLINK_BROKEN: 'warning',
  SYMLINK_ESCAPE: 'error',
  SYMLINK_TO_FOLDER: 'warning',
  SCAN_LIMIT: 'warning',
  NOT_A_FILE: 'error',
  DIR_UNREADABLE: 'error',
  FILE_UNREADABLE: 'error',
  ROOT_MISSING: 'warning',
  ROOT_NOT_DIRECTORY: 'error',
  WATCH_FALLBACK_POLLING: 'warning',
  WATCH_SHARED_FOLDER: 'info',
  REFERENCE_MISSING: 'error',
  REFERENCE_CASE: 'error',
  REFERENCE_ESCAPES_SKILL: 'error',
  RESOURCE_UNSAFE_NAME: 'warning',
  TOO_MANY_RESOURCES: 'error',
  SKILL_TOO_LARGE: 'error',
  SCRIPT_NOT_EXECUTABLE: 'warning',
  ARGUMENT_MISSING: 'warning',
  LEGACY_URI: 'info',
  NAME_GUESSED: 'info',
  NAME_COLLISION: 'warning',
  SOURCE_UNAVAILABLE: 'warning',
  ENTRY_INVALID: 'error',
  UNVERIFIABLE: 'warning',
  SERVERS_NOT_AWAITED: 'info',
  APPROVAL_WAITING: 'info',
  APPROVAL_REVOKED: 'warning',
  CACHE_CORRUPT: 'warning',
  CACHE_UNUSABLE: 'warning',
  STATE_UNREADABLE: 'error',
  STATE_UNWRITABLE: 'error',
  CONFIG_KEY_IGNORED: 'info',
  CONFIG_SHADOWED: 'warning',
  CONFIG_SERVER_UNSUPPORTED: 'warning',
  CONFIG_SOURCE_UNKNOWN: 'warning',
  CONFIG_NOT_FOLLOWED: 'warning',
  CONFIG_VARIABLE_UNSET: 'warning',
  NO_SKILLS_FOUND: 'error',
} as const satisfies Record<string, Severity>

/** What a diagnostic is about. */
export type DiagnosticCode = keyof typeof SEVERITIES

/** Something that was skipped, repaired, shadowed, refused, or is worth mending. Data, never an exception. */
export interface Diagnostic {
  code: DiagnosticCode
  severity: Severity
  message: string
  /** The file or folder, relative to its source's root; never an absolute path of the host. */
  path: string
  /** Line in the file, from 1. */
  line?: number
  /** Label of the source. */
  source?: string
  /** What the author can do about it. */
  hint?: string
}

/** A diagnostic with the severity that its code has. */
export function diagnostic(
  code: DiagnosticCode,
  path: string,
  message: string,
  more: { line?: number | undefined; hint?: string } = {},
): Diagnostic {
  const { line, hint } = more
  return {
    code,
    severity: SEVERITIES[code],
    message,
    path,
    ...(line === undefined ? {} : { line }),
    ...(hint === undefined ? {} : { hint }),
  }
}
