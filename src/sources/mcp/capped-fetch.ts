import { type AnswerBound, answerBound } from './answer-bound.ts'
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
    const bound = answerBound.getStore()
    const abort = new AbortController()
    const isLasting = lasts(init)
    const giveUp = (fault: UpstreamFault) => {
      abort.abort(fault)
      if (!isLasting) bound?.fail(fault)
    }
    const timer = isLasting ? undefined : deadline(requestMs, giveUp)
    try {
      const response = await base(input, {
        redirect: 'error',
        ...init,
        headers:
          new URL(urlOf(input)).origin === origin
            ? withConfigured(init.headers, server.headers)
            : (init.headers ?? {}),
        signal: init.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal,
      })
      if (response.body === null || EMPTY_STATUSES.has(response.status)) {
        clearTimeout(timer)
        return response
      }
      const body = cappedStream(response.body, {
        ...(isLasting ? { maxEventBytes: OTHER_BYTES } : { maxBytes: maxBytesOf(bound), idleMs }),
        giveUp,
        onEnd: () => clearTimeout(timer),
      })
      return new Response(body, {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      })
    } catch (error) {
      clearTimeout(timer)
      throw abort.signal.aborted ? abort.signal.reason : error
    }
  }
}

/** A stream for what the server has to say by itself; it stays open for as long as the server likes. */
function lasts({ method, body }: RequestInit): boolean {
  return method === 'GET' || (typeof body === 'string' && body.includes('"method":"subscriptions/listen"'))
}

function maxBytesOf(bound: AnswerBound | undefined): number {
  return bound?.maxBytes ?? OTHER_BYTES
}

function deadline(ms: number, giveUp: (fault: UpstreamFault) => void): NodeJS.Timeout {
  return setTimeout(
    () => giveUp(new UpstreamFault('too-slow', `its answer was not complete after ${ms} ms`)),
    ms,
  ).unref()
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input)
}

function withConfigured(given: RequestInit['headers'], configured: McpHttpTransport['headers']): Headers {
  const headers = new Headers(given)
  for (const [name, value] of Object.entries(configured ?? {})) {
    if (!headers.has(name)) headers.set(name, value)
  }
  return headers
}
