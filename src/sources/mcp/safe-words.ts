import { basename } from 'node:path'
import { oneLine } from '../../text/one-line.ts'
import { truncate } from '../../text/truncate.ts'
import type { McpTransport } from './types.ts'

/** Code points of a server's words that are repeated in a message. */
const MAX_SHOWN = 256
/** Characters of a server's words that are looked at, so that a huge one costs nothing. */
const MAX_READ = 16_384
/** Shorter values are words such as `1` or `on`, of which nothing can be told. */
const MIN_SECRET = 4
/** A path from the root of this host, with at least two steps; a URL's path follows its host and is none. */
const ABSOLUTE_PATH =
  /(?:file:\/\/|(?<![\w/:.~%-]))(?:\/[^\s/:'"`<>()|]+){2,}|\b[A-Za-z]:(?:\\[^\s\\:'"`<>()|]+)+/g

/**
 * Makes words that came from a server or its process fit to be shown: one short line, every hidden character visible,
 * without the header and environment values that the server was given and without paths of this host.
 */
export function safeWords(transport: McpTransport): (words: string) => string {
  const secrets = secretsOf(transport)
  return (words) => {
    let text = words.slice(0, MAX_READ)
    for (const secret of secrets) text = text.replaceAll(secret, '[hidden]')
    text = text.replaceAll(ABSOLUTE_PATH, (path) => `…/${basename(path.replaceAll('\\', '/'))}`)
    const line = oneLine(text)
    const cut = truncate(line, MAX_SHOWN)
    return cut.length < line.length || words.length > MAX_READ ? `${cut}…` : cut
  }
}

function secretsOf(transport: McpTransport): string[] {
  const values = transport.type === 'stdio' ? Object.values(transport.env ?? {}) : httpSecrets(transport)
  const parts = values.flatMap((value) => [value, ...value.split(/\s+/)])
  const secrets = new Set(parts.filter((value) => value.length >= MIN_SECRET))
  return [...secrets].sort((one, other) => other.length - one.length)
}

function httpSecrets({
  url,
  headers = {},
}: {
  url: string
  headers?: Readonly<Record<string, string>> | undefined
}): string[] {
  const { username, password, searchParams, search } = new URL(url)
  return [
    ...Object.values(headers),
    search.slice(1),
    ...searchParams.values(),
    ...[username, password].map(decoded),
  ]
}

function decoded(value: string): string {
  return new URLSearchParams(`v=${value.replaceAll('+', '%2B')}`).get('v') ?? value
}
