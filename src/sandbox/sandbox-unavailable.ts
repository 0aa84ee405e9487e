import { SkillwayError } from '../errors.ts'

/** The error for a sandbox that did not come to stand. The cause says why, to the operator: it may name folders of the host. */
export function sandboxUnavailable(cause: unknown): SkillwayError {
  if (cause instanceof SkillwayError) return cause
  return new SkillwayError(
    'SANDBOX_UNAVAILABLE',
    'The command was not run: the sandbox could not be started',
    {
      hint: 'Run skillway doctor on the server to see why.',
      cause,
    },
  )
}
