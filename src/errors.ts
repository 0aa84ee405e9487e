/** Every reason for which Skillway refuses or fails. */
export type ErrorCode =
  | 'SKILL_NOT_FOUND'
  | 'SKILL_AMBIGUOUS'
  | 'SKILL_NOT_LOADABLE'
  | 'REFERENCE_NOT_FOUND'
  | 'REFERENCE_IS_DIRECTORY'
  | 'PATH_TRAVERSAL'
  | 'NULL_BYTE'
  | 'INVALID_URI'
  | 'NOT_A_FILE'
  | 'TOO_LARGE'
  | 'VERIFICATION_FAILED'
  | 'APPROVAL_REQUIRED'
  | 'APPROVAL_REFUSED'
  | 'SOURCE_UNAVAILABLE'
  | 'CONFIG_INVALID'
  | 'STATE_INVALID'
  | 'COMMAND_REFUSED'
  | 'EXECUTION_NOT_APPROVED'
  | 'SANDBOX_UNAVAILABLE'
  | 'USAGE'
  | 'ABORTED'
  | 'INTERNAL'

/** What an error says beside its message. */
export interface ErrorDetails {
  /** What the reader can do next, as a sentence. */
  hint?: string
  cause?: unknown
}

/** The one error that Skillway throws: a code to branch on, a message that names the value, a hint what to do next. */
export class SkillwayError extends Error {
  override readonly name = 'SkillwayError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, { hint, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = hint
  }
}
