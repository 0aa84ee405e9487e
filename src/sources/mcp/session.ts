import type { ServerCapabilities } from '@modelcontextprotocol/client'
import { type AnswerBound, answerBound } from './answer-bound.ts'
import { callSlots } from './call-slots.ts'
import { connectClient } from './connect-client.ts'
import { keepListening } from './keep-listening.ts'
import type { McpLimits } from './limits.ts'
import type { McpTransport } from './types.ts'
import { isLost, isTimeout } from './upstream-error.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** One connection to a server, from the agreement on a protocol version until it breaks or is closed. */
export interface Session {
  readonly protocolVersion: string
  readonly capabilities: ServerCapabilities
  readonly instructions: string
  /** The result as the server sent it: all that is known of it is that it answers this call. */
  call(method: string, params: Record<string, unknown>, options: CallOptions): Promise<unknown>
  /** Asks for notices of changes, where the protocol wants to be asked; they come until the session ends. */
  listen(): void
  /** How long the last answered call took. */
  latencyMs(): number | undefined
  close(): Promise<void>
}

export interface CallOptions {
  /** Bytes of JSON that the answer may have. */
  maxBytes: number
  signal?: AbortSignal | undefined
}

export interface SessionOptions {
  server: McpTransport
  limits: McpLimits
  /** Gives the attempt to connect up. */
  signal: AbortSignal
  /** The server says that what it lists has changed. */
  onChanged: () => void
  /** The connection broke: called once at the most, and never after `close`; `gone` ends when nothing is left of it. */
  onLost: (fault: unknown, gone: Promise<void>) => void
  /** What the server's process wrote to its error output, told when the connection fails or breaks. */
  onErrorOutput: (text: string) => void
}

/** Any result passes here; whoever made the call knows what it should be. */
const ANY_RESULT = {
  '~standard': { version: 1, vendor: 'skillway', validate: (value: unknown) => ({ value }) },
} as const
/** Bytes that a message of a stdio server may have that answers no call. */
const OTHER_BYTES = 1024 * 1024
/** A server that lets this many calls in a row time out is connected to anew. */
const MAX_UNANSWERED = 2

export async function openSession(options: SessionOptions): Promise<Session> {
  const { limits } = options
  const bounds = new Set<AnswerBound>()
  const inTurn = callSlots(limits.calls)
  const maxBytes = () => Math.max(OTHER_BYTES, ...[...bounds].map((bound) => bound.maxBytes))
  const { client, close, errorOutput, fault } = await connectClient({ ...options, maxBytes })
  let isOver = false
  let isListening = false
  let unanswered = 0
  let latencyMs: number | undefined
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client of the SDK is no event target
  client.onclose = () => lose(fault() ?? new UpstreamFault('closed', 'it closed the connection'))
  client.setNotificationHandler('notifications/resources/list_changed', options.onChanged)

  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    capabilities: client.getServerCapabilities() ?? {},
    instructions: client.getInstructions() ?? '',
    call: (method, params, call) => inTurn(() => ask(method, params, call), call.signal),
    listen() {
      if (!isListening) keepListening({ client, limits, isOver: () => isOver, onChanged: options.onChanged })
      isListening = true
    },
    latencyMs: () => latencyMs,
    close() {
      isOver = true
      return close()
    },
  }

  async function ask(method: string, params: Record<string, unknown>, call: CallOptions): Promise<unknown> {
    const abort = new AbortController()
    const bound: AnswerBound = { maxBytes: call.maxBytes, fail: (error) => abort.abort(error) }
    const signal = call.signal === undefined ? abort.signal : AbortSignal.any([call.signal, abort.signal])
    const started = performance.now()
    bounds.add(bound)
    try {
      const request = { timeout: limits.requestMs, maxTotalTimeout: limits.requestMs, signal }
      const result = await answerBound.run(bound, () =>
        client.request({ method, params }, ANY_RESULT, request),
      )
      latencyMs = performance.now() - started
      unanswered = 0
      return result
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason
      throw noted(abort.signal.aborted ? abort.signal.reason : error)
    } finally {
      bounds.delete(bound)
    }
  }

  function noted(error: unknown): unknown {
    unanswered = isTimeout(error) ? unanswered + 1 : 0
    const known = isLost(error) ? (fault() ?? error) : error
    if (isLost(error) || unanswered >= MAX_UNANSWERED) lose(known)
    return known
  }

  function lose(reason: unknown): void {
    if (isOver) return
    isOver = true
    options.onErrorOutput(errorOutput())
    options.onLost(reason, close())
  }
}
