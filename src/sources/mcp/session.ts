import type { ServerCapabilities } from '@modelcontextprotocol/client'
import type { AnswerBound } from './answer-bound.ts'
import { boundedRequest } from './bounded-request.ts'
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

interface CallOptions {
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

/** Bytes that a message of a stdio server may have that answers no call. */
const OTHER_BYTES = 1024 * 1024
/** A server that lets this many calls in a row time out is connected to anew. */
const MAX_UNANSWERED = 2

export async function openSession(options: SessionOptions): Promise<Session> {
  const { limits, onChanged } = options
  const bounds = new Set<AnswerBound>()
  const inTurn = callSlots(limits.calls)
  const connected = await connectClient({ ...options, maxBytes: () => largestOf(bounds) })
  const { client, fault } = connected
  const state = {
    isOver: false,
    isListening: false,
    unanswered: 0,
    latencyMs: undefined as number | undefined,
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client of the SDK is no event target
  client.onclose = () => lose(fault() ?? new UpstreamFault('closed', 'it closed the connection'))
  client.setNotificationHandler('notifications/resources/list_changed', onChanged)

  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    capabilities: client.getServerCapabilities() ?? {},
    instructions: client.getInstructions() ?? '',
    call: (method, params, call) => inTurn(() => ask(method, params, call), call.signal),
    listen() {
      if (!state.isListening) keepListening({ client, limits, isOver: () => state.isOver, onChanged })
      state.isListening = true
    },
    latencyMs: () => state.latencyMs,
    close() {
      state.isOver = true
      return connected.close()
    },
  }

  async function ask(method: string, params: Record<string, unknown>, call: CallOptions): Promise<unknown> {
    const started = performance.now()
    try {
      const result = await boundedRequest({
        client,
        method,
        params,
        bounds,
        timeoutMs: limits.requestMs,
        ...call,
      })
      state.latencyMs = performance.now() - started
      state.unanswered = 0
      return result
    } catch (error) {
      call.signal?.throwIfAborted()
      state.unanswered = isTimeout(error) ? state.unanswered + 1 : 0
      const known = isLost(error) ? (fault() ?? error) : error
      if (isLost(error) || state.unanswered >= MAX_UNANSWERED) lose(known)
      throw known
    }
  }

  function lose(reason: unknown): void {
    if (state.isOver) return
    state.isOver = true
    options.onErrorOutput(connected.errorOutput())
    options.onLost(reason, connected.close())
  }
}

function largestOf(bounds: Set<AnswerBound>): number {
  return Math.max(OTHER_BYTES, ...[...bounds].map(({ maxBytes }) => maxBytes))
}
