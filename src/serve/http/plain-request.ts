import type { IncomingMessage } from 'node:http'
import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJsonContentType,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import type { PlainRequest } from '../plain-result.ts'
import { headerValues } from './allowed-host.ts'

/** The revision whose answers are known to the byte. */
const REVISION = '2026-07-28'
const METHODS: ReadonlySet<unknown> = new Set<PlainRequest['method']>([
  'skills/list',
  'skills/get',
  'resources/read',
])
/** Bytes of the longest body that is looked at; a URI that means something has at most half as many. */
const MAX_BODY = 8192
/** What every request says of its client, and no plain answer depends on. */
const ENVELOPE = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY])

/**
 * True if the headers are those of a plain request. Pages of other origins are not: their answers have more headers.
 */
export function mayBePlain(request: IncomingMessage): boolean {
  const { method, url, headers } = request
  return (
    method === 'POST' &&
    url === '/mcp' &&
    METHODS.has(headers['mcp-method']) &&
    headers['mcp-protocol-version'] === REVISION &&
    headers.origin === undefined &&
    hasJsonType(request)
  )
}

/** Node keeps the first of several types, the SDK refuses them. */
function hasJsonType(request: IncomingMessage): boolean {
  const types = headerValues(request, 'content-type')
  return types.length === 1 && isJsonContentType(types[0])
}

/**
 * The request in the body, and its id as JSON; the SDK says what of it is valid. `undefined` for what is not, and for
 * whatever else an answer could depend on.
 *
 * @throws SyntaxError for what is no JSON
 */
export function plainRequest(
  { headers }: IncomingMessage,
  body: Buffer,
): { request: PlainRequest; id: string } | undefined {
  if (body.length > MAX_BODY) return undefined
  const method = headers['mcp-method'] as PlainRequest['method']
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: REVISION,
    mcpMethodHeader: method,
    body: JSON.parse(body.toString()),
  })
  if (outcome.kind !== 'modern' || outcome.messageKind !== 'request') return undefined
  const { id, params } = outcome.message
  const { _meta: meta, ...said } = params as Record<string, unknown>
  if (!Object.keys(meta as object).every((key) => ENVELOPE.has(key))) return undefined
  const request = requestOf(method, said)
  if (request === undefined || !isNamed(request, headers['mcp-name'])) return undefined
  return { request, id: JSON.stringify(id) }
}

function requestOf(method: PlainRequest['method'], said: Record<string, unknown>): PlainRequest | undefined {
  if (method === 'skills/list') {
    const { cursor, ...others } = said
    const isPlain = Object.keys(others).length === 0 && (cursor === undefined || typeof cursor === 'string')
    return isPlain ? { method, cursor } : undefined
  }
  const { uri, ...others } = said
  return Object.keys(others).length === 0 && typeof uri === 'string' ? { method, uri } : undefined
}

/** A header repeats what is read, in plain letters or encoded; encoded ones are left to the SDK. */
function isNamed(request: PlainRequest, name: string | string[] | undefined): boolean {
  return request.method !== 'resources/read' || request.uri === name
}
