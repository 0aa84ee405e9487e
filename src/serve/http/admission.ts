import type { IncomingMessage } from 'node:http'
import { authenticatorFor, challenge } from './authenticate.ts'
import { rateLimit } from './rate-limit.ts'
import type { AuthFailure, HttpOptions, Principal } from './types.ts'

/** A caller who is let in. */
interface Admitted {
  /** By which requests and streams are counted. */
  caller: string
  principal: Principal | undefined
}

/** What a caller is told who is not let in. */
interface Refused {
  principal: Principal | undefined
  status: AuthFailure['status'] | 429
  text: string
  headers: Record<string, string>
}

export type Admission = Admitted | Refused

/** Lets known callers in, where the options name any, and each of them so many times a minute; call it once for a request. */
export function admissionTo(options: HttpOptions): (request: IncomingMessage) => Promise<Admission> {
  const { requestsPerMinute = 6000 } = options
  const authenticate = authenticatorFor(options)
  const secondsToWait = rateLimit(requestsPerMinute)

  function withinRate(admitted: Admitted): Admission {
    const seconds = secondsToWait(admitted.caller)
    if (seconds === 0) return admitted
    const { principal } = admitted
    return {
      principal,
      status: 429,
      text: 'Too many requests\n',
      headers: { 'retry-after': String(seconds) },
    }
  }

  return async ({ headers: { authorization }, socket: { remoteAddress = 'unknown' } }) => {
    if (authenticate === undefined) return withinRate({ caller: remoteAddress, principal: undefined })
    const answer = await authenticate(authorization)
    if (!('status' in answer)) return withinRate({ caller: answer.name, principal: answer })
    return refused(answer, options)
  }
}

/** Where no caller is known, everybody else gets a challenge. */
function refused(failure: AuthFailure, { oauth }: HttpOptions): Refused {
  const { status, description } = failure
  const headers: Record<string, string> =
    status === 503 ? { 'retry-after': '10' } : { 'www-authenticate': challenge(failure, oauth) }
  return { principal: undefined, status, text: `${description}\n`, headers }
}
