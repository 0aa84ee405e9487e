import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasAllowedHost, headerValues } from './allowed-host.ts'
import { hasAllowedOrigin } from './allowed-origin.ts'

export interface EarlyPolicy {
  hosts: ReadonlySet<string>
  origins: ReadonlySet<string>
  authenticated: boolean
  bodyBytes: number
}

/**
 * What is refused on the raw request, before any framework reads it: a target that is no path, another host, a page of
 * another origin, a body that is too large or packed. Answers true if the request was refused.
 */
export function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
  policy: EarlyPolicy,
): boolean {
  const refusal = refusalOf(request, policy)
  if (refusal === undefined) return false
  const [status, text] = refusal
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`${text}\n`)
  return true
}

function refusalOf(request: IncomingMessage, policy: EarlyPolicy): [number, string] | undefined {
  if (request.httpVersion !== '1.1') return [426, 'HTTP/1.1 is needed']
  if (!request.url?.startsWith('/')) return [400, 'The request target must be a path']
  if (!hasAllowedHost(request, policy.hosts)) return [403, 'This host name is not served here']
  if (!hasAllowedOrigin(request, policy)) return [403, 'Pages of this origin may not call']
  if (headerValues(request, 'authorization').length > 1) return [400, 'More than one Authorization header']
  if (request.headers['content-encoding'] !== undefined) return [415, 'Packed bodies are not accepted']
  if (Number(request.headers['content-length'] ?? 0) > policy.bodyBytes) return [413, 'The body is too large']
  return undefined
}
