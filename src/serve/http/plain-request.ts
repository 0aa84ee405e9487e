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
  const message: unknown = JSON.parse(body.toString())
  if (!isMessage(message, method)) return undefined
  const { id, params } = message
  const { _meta: meta, ...said } = params
  const request = requestOf(method, said)
  if (request === undefined || !isNamed(request, headers['mcp-name'])) return undefined
  return isPlainEnvelope(meta, message) ? { request, id: JSON.stringify(id) } : undefined
}

interface Message {
  jsonrpc: '2.0'
  id: string | number
  method: PlainRequest['method']
  params: Record<string, unknown>
}

/** The shape that the SDK asks for, and nothing beside it. */
function isMessage(message: unknown, named: PlainRequest['method']): message is Message {
  if (!isRecord(message) || Object.keys(message).length !== 4) return false
  const { jsonrpc, id, method, params } = message
  const hasId = typeof id === 'string' || Number.isSafeInteger(id)
  return jsonrpc === '2.0' && hasId && method === named && isRecord(params)
}

/** The last envelopes that the SDK has found valid, as JSON; of a message of that shape it looks at nothing else. */
const found = new Set<string>()
const MAX_FOUND = 256

/** JSON has `null` for numbers beyond all bounds, so that an envelope with a `null` is looked at each time. */
function isPlainEnvelope(meta: unknown, message: Message): boolean {
  const json = JSON.stringify(meta)
  if (found.has(json)) return true
  if (!isRecord(meta) || !Object.keys(meta).every((key) => ENVELOPE.has(key))) return false
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: REVISION,
    mcpMethodHeader: message.method,
    body: message,
  })
  const isPlain = outcome.kind === 'modern' && outcome.classification.revision === REVISION
  if (isPlain && !json.includes('null')) found.add(json)
  if (found.size > MAX_FOUND) found.delete(found.values().next().value!)
  return isPlain
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
