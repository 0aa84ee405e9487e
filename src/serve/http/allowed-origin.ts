import type { IncomingMessage } from 'node:http'
import { headerValues } from './allowed-host.ts'

const LOOPBACK_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/**
 * True if no page calls, or one of an allowed origin. Another program's page on this machine gets through to
 * authentication where there is one, and is refused where there is none.
 */
export function hasAllowedOrigin(
  request: IncomingMessage,
  policy: { origins: ReadonlySet<string>; authenticated: boolean },
): boolean {
  const values = headerValues(request, 'origin')
  if (values.length === 0) return true
  const [origin] = values
  if (values.length > 1) return false
  return policy.origins.has(origin!) || (policy.authenticated && LOOPBACK_ORIGIN.test(origin!))
}

/** The origins of the server's own pages, and those that the operator allows. */
export function originsOf(hosts: ReadonlySet<string>, allowed: readonly string[]): ReadonlySet<string> {
  return new Set([...[...hosts].flatMap((host) => [`http://${host}`, `https://${host}`]), ...allowed])
}
