import { answerBound } from './answer-bound.ts'
import { cappedStream } from './capped-stream.ts'
import type { McpHttpTransport } from './types.ts'
import { UpstreamFault } from './upstream-fault.ts'

export interface CappedFetchOptions {
  server: McpHttpTransport
  requestMs: number
  idleMs: number
}

/** What an answer may have that belongs to no call: to a notification, or in a request of the authorization. */
const OTHER_BYTES = 1024 * 1024
/** Statuses of responses that have no body. */
const EMPTY_STATUSES = new Set([204, 205, 304])

/**
 * A `fetch` whose answers are bounded in bytes and in time while they come in. The configured headers go to the origin of
 * the server alone, whatever it redirects to or names as its authorization server.
 */
export function cappedFetch({ server, requestMs, idleMs }: CappedFetchOptions): typeof fetch {
  const base = server.fetch ?? fetch
  const { origin } = new URL(server.url)
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    if (new URL(urlOf(input)).origin === origin) addMissing(headers, server.headers)
    const call = newCall({ isLasting: lasts(init, headers), requestMs })
    const signal = init.signal ? AbortSignal.any([init.signal, call.signal]) : call.signal
    try {
      const response = await base(input, { redirect: 'error', ...init, headers, signal })
      return capped(response, call, idleMs)
    } catch (error) {
      call.end()
      throw call.signal.aborted ? call.signal.reason : error
    }
  }
}

interface Call {
  isLasting: boolean
  maxBytes: number
  signal: AbortSignal
  giveUp(fault: UpstreamFault): void
  end(): void
}

function newCall({ isLasting, requestMs }: { isLasting: boolean; requestMs: number }): Call {
  const bound = answerBound.getStore()
  const abort = new AbortController()
  const giveUp = (fault: UpstreamFault) => {
    abort.abort(fault)
    if (!isLasting) bound?.fail(fault)
  }
  const late = new UpstreamFault('too-slow', `its answer was not complete after ${requestMs} ms`)
  const timer = isLasting ? undefined : setTimeout(giveUp, requestMs, late).unref()
  return {
    isLasting,
    maxBytes: bound?.maxBytes ?? OTHER_BYTES,
    signal: abort.signal,
    giveUp,
    end: () => clearTimeout(timer),
  }
}

function capped(response: Response, call: Call, idleMs: number): Response {
  const { body, status, statusText, headers } = response
  if (body === null || EMPTY_STATUSES.has(status)) {
    call.end()
    return response
  }
  const { isLasting, maxBytes, giveUp, end } = call
  const stream = cappedStream(body, {
    ...(isLasting ? { maxEventBytes: OTHER_BYTES } : { maxBytes, idleMs }),
    isEvents: isLasting || headers.get('content-type')?.includes('text/event-stream') === true,
    giveUp,
    onEnd: end,
  })
  return new Response(stream, { status, statusText, headers })
}

/** A stream for what the server has to say by itself; it stays open for as long as the server likes. */
function lasts({ method, body }: RequestInit, headers: Headers): boolean {
  if (method === 'GET') return headers.get('accept')?.includes('text/event-stream') === true
  return typeof body === 'string' && body.includes('"method":"subscriptions/listen"')
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input)
}

function addMissing(headers: Headers, configured: McpHttpTransport['headers']): void {
  for (const [name, value] of Object.entries(configured ?? {})) {
    if (!headers.has(name)) headers.set(name, value)
  }
}
