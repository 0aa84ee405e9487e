import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Connection, ERAS } from '../connect.ts'

export type Era = keyof typeof ERAS
export const ERA_NAMES = Object.keys(ERAS) as Era[]

/** The official client, connected over Streamable HTTP. */
export async function connectHttp(
  url: string,
  { era = '2026-07-28', token }: { era?: Era | undefined; token?: string | undefined } = {},
): Promise<Omit<Connection, 'stderr'>> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: ERAS[era] })
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return { client, [Symbol.asyncDispose]: () => client.close() }
}

export interface Rpc {
  jsonrpc: '2.0'
  id?: unknown
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

export interface PostOptions {
  era?: Era | undefined
  id?: unknown
  headers?: Record<string, string> | undefined
  token?: string | undefined
  signal?: AbortSignal | undefined
}

/** The headers and the body of a request as clients of that era send it. */
export function requestParts(
  method: string,
  params: Record<string, unknown>,
  { era = '2026-07-28', id = 1, headers = {}, token }: PostOptions,
): { headers: Record<string, string>; body: string } {
  const modern = era === '2026-07-28'
  const name = params['name'] ?? params['uri']
  const body = { jsonrpc: '2.0', id, method, params: modern ? { ...params, _meta: META } : params }
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      ...(modern ? { 'mcp-method': method } : {}),
      ...(modern && typeof name === 'string' && NAMED.has(method) ? { 'mcp-name': headerValue(name) } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  }
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const NAMED = new Set(['tools/call', 'resources/read', 'prompts/get'])

/** How the protocol puts a name that is not plain ASCII into a header. */
function headerValue(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** One request on a connection of its own: a pooled one may be closed by the server at the moment it is used again. */
export async function send(
  url: string,
  init: {
    method?: string
    headers?: Record<string, string>
    body?: string
    signal?: AbortSignal | undefined
  },
): Promise<Answer> {
  const { method = 'POST', headers = {}, body, signal } = init
  const sent = request(url, { method, headers, agent: false, ...(signal === undefined ? {} : { signal }) })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  const fields = Object.entries(response.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return { status: response.statusCode!, headers: new Headers(fields), text }
}

/** One request of the protocol. */
export async function post(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  options: PostOptions = {},
): Promise<Answer & { rpc: Rpc }> {
  const answer = await send(url, { ...requestParts(method, params, options), signal: options.signal })
  return { ...answer, rpc: rpcIn(answer.text) }
}

/** The message in a JSON body or in the last event of a stream; `{}` where there is none. */
export function rpcIn(text: string): Rpc {
  const last = text.includes('\ndata: ') ? text.trim().split('\ndata: ').at(-1)! : text
  try {
    return JSON.parse(last) as Rpc
  } catch {
    return { jsonrpc: '2.0' }
  }
}

export interface RawAnswer {
  status: number
  text: string
  /** True if the server closed the connection. */
  closed: boolean
}

/** Writes bytes on a connection of their own and collects what comes back until it closes or is quiet. */
export function raw(port: number, pieces: (string | Buffer)[], quietMs = 400): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let quiet = setTimeout(finish, quietMs * 10, false)
    function finish(closed: boolean): void {
      clearTimeout(quiet)
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0), text, closed })
    }
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      clearTimeout(quiet)
      quiet = setTimeout(finish, quietMs, false)
    })
    socket.on('close', () => finish(true))
    for (const piece of pieces) socket.write(piece)
  })
}

/** A request as text, for what no client library would send. */
export function rawRequest(lines: string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** A connection that stays open. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}
