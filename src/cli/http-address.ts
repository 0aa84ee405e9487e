import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'

export interface HttpAddress {
  host?: string
  port?: number
}

const FORM =
  /^(?:(?<alone>\d{1,5})|(?:\[(?<ipv6>[0-9A-Fa-f:.]+)\]|(?<host>[A-Za-z0-9][A-Za-z0-9._-]*))(?::(?<port>\d{1,5}))?)$/

/**
 * What stands behind `--http`: a port, a host, or both as `host:port`, with an IPv6 address in brackets.
 *
 * @throws SkillwayError `USAGE`
 */
export function parseHttpAddress(address: string): HttpAddress {
  if (/^[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*$/.test(address)) return { host: address }
  const { alone, ipv6, host, port } = FORM.exec(address)?.groups ?? {}
  const number = Number(alone ?? port ?? 0)
  const name = ipv6 ?? host
  if ((alone === undefined && name === undefined) || number > 65_535) throw noAddress(address)
  return {
    ...(name === undefined ? {} : { host: name }),
    ...(alone === undefined && port === undefined ? {} : { port: number }),
  }
}

function noAddress(address: string): SkillwayError {
  return new SkillwayError('USAGE', `${quote(address)} is no address to listen on`, {
    hint: 'Give a port, a host, or host:port: --http 8080, --http 0.0.0.0:8080, --http [::1]:8080.',
  })
}
