import { basename } from 'node:path'
import { digestOf } from '../../skill/digest.ts'
import type { McpTransport } from './types.ts'

/**
 * Which server this is, for approvals and the cache: the same for the same command line or URL, another one for any
 * other. Arguments, folders and queries may hold secrets, so they go in as a digest; environment and headers, which
 * change whenever a token does, stay out.
 */
export function endpointIdentity(transport: McpTransport): string {
  if (transport.type === 'stdio') {
    const { command, args = [], cwd = null } = transport
    return `stdio:${basename(command)}#${digestOfJson([command, args, cwd])}`
  }
  const { origin, pathname, search, username, password } = new URL(transport.url)
  const hidden =
    search === '' && username === '' && password === '' ? '' : `#${digestOfJson([search, username])}`
  return `${origin}${pathname}${hidden}`
}

function digestOfJson(value: unknown): string {
  return digestOf(Buffer.from(JSON.stringify(value)))
}
