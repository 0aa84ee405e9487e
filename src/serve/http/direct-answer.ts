import type { IncomingMessage, ServerResponse } from 'node:http'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { SERVER_INFO } from '../mcp-server.ts'
import { FRESHNESS } from '../skill-answers.ts'
import type { Inbound } from './inbound.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import { mayBePlain, plainRequest } from './plain-request.ts'
import type { Principal } from './types.ts'

const HEAD = '{"result":'
/** What follows the members of a result of its own, up to the id of the request. */
const TAIL = `,${JSON.stringify({
  ...FRESHNESS,
  resultType: 'complete',
  _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO },
}).slice(1)},"jsonrpc":"2.0","id":`

export interface DirectAnswers {
  /**
   * Answers a request that clients make often, with the bytes that the SDK would send, at a fraction of its work. False
   * for whatever is not quite usual, and for every refusal and failure: nothing is answered then, and the SDK is asked.
   */
  answer(request: IncomingMessage, response: ServerResponse, inbound: Inbound): Promise<boolean>
  /** Ends the work that is under way. */
  close(): void
}

export function directAnswers(viewOf: (principal: Principal | undefined) => McpEndpoint): DirectAnswers {
  const running = new Set<AbortController>()

  /** Aborted when the client goes before it has its answer. */
  function abortedWith(response: ServerResponse): AbortSignal {
    const work = new AbortController()
    running.add(work)
    response.once('close', () => {
      running.delete(work)
      if (!response.writableFinished) work.abort()
    })
    return work.signal
  }

  return {
    async answer(request, response, inbound) {
      if (!mayBePlain(request)) return false
      try {
        const admission = await inbound.admission()
        if ('status' in admission) return false
        const body = await inbound.body()
        const plain = typeof body === 'string' ? undefined : plainRequest(request, body)
        if (plain === undefined || response.destroyed) return false
        inbound.trace.rpc = plain.request.method
        const signal = abortedWith(response)
        const result = await viewOf(admission.principal).result(plain.request, { signal })
        if (!response.destroyed) send(response, result, `${TAIL}${plain.id}}`)
        return true
      } catch {
        return response.destroyed
      }
    },
    close() {
      for (const work of running) work.abort()
    },
  }
}

/** `result` is a JSON object whose last brace makes room for the tail. */
function send(response: ServerResponse, result: string | Buffer, tail: string): void {
  if (typeof result === 'string') {
    const text = HEAD + result.slice(0, -1) + tail
    response.writeHead(200, headersFor(Buffer.byteLength(text))).end(text)
    return
  }
  response.writeHead(200, headersFor(HEAD.length + result.length - 1 + Buffer.byteLength(tail)))
  response.write(HEAD)
  response.write(result.subarray(0, -1))
  response.end(tail)
}

function headersFor(length: number): Record<string, string | number> {
  return { 'content-type': 'application/json', 'content-length': length }
}
