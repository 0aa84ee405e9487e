import { SkillwayError, type ErrorCode } from '../errors.ts'

/** True if `error` is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')
}

/** What a system error or an error of ours can be called without naming any path. */
export function codeOf(error: unknown): string {
  return (error instanceof Error && (error as NodeJS.ErrnoException).code) || 'unknown error'
}

/** True for an error of ours with this code. */
export function hasErrorCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof SkillwayError && error.code === code
}
