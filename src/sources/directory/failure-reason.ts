const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it was replaced by a link while it was read',
  ENOTDIR: 'it was replaced while it was read',
  ENOENT: 'it vanished while it was read',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its path is too long',
  EIO: 'the disk failed',
}

/** The system's code of a failure; anything else is a fault of the program and thrown again. */
export function failureCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}

/** Why the system refused something, without the path that its own message would show. */
export function failureReason(code: string): string {
  return REASONS[code] ?? `the system answered ${code}`
}
