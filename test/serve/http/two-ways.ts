import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { Catalog } from '../../../src/catalog/types.ts'
import { directAnswers } from '../../../src/serve/http/direct-answer.ts'
import { inboundOf } from '../../../src/serve/http/inbound.ts'
import { mcpEndpoint } from '../../../src/serve/http/mcp-endpoint.ts'
import { HTTP_LIMITS } from '../../../src/serve/http/types.ts'
import { requestParts } from './requests.ts'

/** A request as it goes over the wire. */
export interface Wire {
  verb: string
  headers: [string, string][]
  body: string | Buffer
}

/** A request as clients send it, for a test to change. */
export function wireOf(method: string, params: Record<string, unknown> = {}, id: unknown = 1): Wire {
  const { headers, body } = requestParts(method, params, { id })
  return { verb: 'POST', headers: Object.entries(headers), body }
}

export interface BothWays {
  direct: string
  sdk: string
}

/**
 * The whole answers of a server to the same request as `/mcp`, where it may be answered directly, and as `/mcp?`, which
 * means the same and is left to the SDK; without what differs between any two answers.
 */
export async function bothWays(port: number, request: Wire): Promise<BothWays> {
  const [direct, sdk] = await Promise.all([exchange(port, '/mcp', request), exchange(port, '/mcp?', request)])
  return { direct, sdk }
}

async function exchange(port: number, path: string, { verb, headers, body }: Wire): Promise<string> {
  const chunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')
  const framing = chunked ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [
    `${verb} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: close',
    ...framing,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  socket.write(body)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  await once(socket, 'close')
  return Buffer.concat(chunks)
    .toString('latin1')
    .replace(/^Date: .*$/m, 'Date: now')
    .replace(/^x-request-id: .*$/m, 'x-request-id: any')
}

/** Says of a request whether it would be answered directly, by a server that does nothing else. */
export function directOnly(catalog: () => Catalog): (request: Wire) => Promise<boolean> {
  const server = createServer(async (request, response) => {
    const trace = { id: '', principal: undefined, rpc: undefined }
    const admit = async () => ({ caller: 'any', principal: undefined })
    const inbound = inboundOf(request, { trace, admit, bodyBytes: HTTP_LIMITS.bodyBytes })
    if (!(await direct.answer(request, response, inbound))) response.writeHead(501).end()
  })
  let direct: ReturnType<typeof directAnswers>
  let view: ReturnType<typeof mcpEndpoint>
  beforeAll(async () => {
    view = mcpEndpoint(catalog(), { limits: HTTP_LIMITS })
    direct = directAnswers(() => view)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(async () => {
    await view.endStreams()
    await view.close()
    server.close()
  })
  return async (request) => {
    const answer = await exchange((server.address() as AddressInfo).port, '/mcp', request)
    return answer.startsWith('HTTP/1.1 200 ')
  }
}
