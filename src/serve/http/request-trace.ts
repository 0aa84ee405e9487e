import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'
import type { Principal, RequestLog } from './types.ts'

/** What is known of one request while it runs. */
export interface RequestTrace {
  id: string
  principal: Principal | undefined
  /** The method of the protocol that it calls. */
  rpc: string | undefined
}

/** Characters of what the client sent that a line of the log repeats. */
const MAX_ECHO = 256
/** The subscription stays open as long as the client wants, so its time says nothing. */
const ENDLESS = 'subscriptions/listen'
/** What proxies log for a connection that ended before there was an answer; nobody is sent it. */
const NO_ANSWER = 499

export interface TraceOptions {
  metrics: Metrics
  onRequest: ((log: RequestLog) => void) | undefined
}

/** Follows a request from its first byte to the end of its answer, then counts and logs it. */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, onRequest }: TraceOptions,
): RequestTrace {
  const trace: RequestTrace = { id: randomUUID(), principal: undefined, rpc: undefined }
  const started = performance.now()
  const path = (request.url ?? '').split('?', 1)[0]!
  response.setHeader('x-request-id', trace.id)
  response.once('close', () => {
    const ms = performance.now() - started
    const status = response.headersSent ? response.statusCode : NO_ANSWER
    metrics.count(path, status, trace.rpc === ENDLESS ? undefined : ms / 1000)
    onRequest?.({
      time: new Date().toISOString(),
      id: trace.id,
      principal: trace.principal?.name,
      method: request.method ?? '',
      path: path.slice(0, MAX_ECHO),
      rpc: trace.rpc?.slice(0, MAX_ECHO),
      status,
      complete: response.writableFinished,
      ms: Math.round(ms * 10) / 10,
    })
  })
  return trace
}
