import type { IncomingMessage } from 'node:http'

/** Loopback names under which this machine's own programs reach the server. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** The exact `Host` values that mean this server. */
export function hostsOf(host: string, port: number, allowed: readonly string[]): ReadonlySet<string> {
  const names = [...new Set([...LOOPBACK_NAMES, host.includes(':') ? `[${host}]` : host.toLowerCase()])]
  const own = port === HTTP_PORT ? names : names.map((name) => `${name}:${port}`)
  return new Set([...own, ...allowed.map((name) => name.toLowerCase())])
}

/** Clients leave it out of `Host`. */
const HTTP_PORT = 80

/** True for the addresses and the name that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

/**
 * True if the request has exactly one `Host`, and it is one of these: compared whole, so that neither user information
 * nor a path behind it gets through, and a page on a rebound name does not reach a local server.
 */
export function hasAllowedHost(request: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const values = headerValues(request, 'host')
  return values.length === 1 && hosts.has(values[0]!.toLowerCase())
}

/** Every value of a header as it was sent, also where Node would keep the first only. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === name) values.push(rawHeaders[index + 1]!)
  }
  return values
}
