/* oxlint-disable unicorn/prefer-add-event-listener -- the SDK's transport is no event target */
import { PassThrough } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { inTurn } from '../in-turn.ts'

export interface StdioTransport {
  transport: Transport
  /** Settles when the transport is closed: by the client's end of file, by a broken pipe, or from here. */
  closed: Promise<void>
}

/** How long answers are waited for once nobody can ask any more, in milliseconds: longer than a listing waits for servers. */
const PATIENCE = 7000

/**
 * MCP on this process's stdin and stdout. The SDK drops what is unanswered when stdin ends; here who asks with a pipe of the
 * shell gets the answers first. Commands do not count: they end with their client.
 */
export function stdioTransport(): StdioTransport {
  const input = new PassThrough()
  const inner = new StdioServerTransport(input)
  const waiting = new Set<string | number>()
  const queue = inTurn()
  let ended = false
  let patience: NodeJS.Timeout | undefined

  function endOnceAnswered(): void {
    if (!ended || (waiting.size > 0 && patience !== undefined)) return
    if (waiting.size > 0) patience = setTimeout(() => input.end(), PATIENCE)
    else input.end()
  }
  function end(): void {
    // What is in the pipe already reaches the SDK before this does.
    setImmediate(() => {
      ended = true
      endOnceAnswered()
    })
  }

  const transport: Transport = {
    async start() {
      inner.onmessage = (message) => {
        if (isAwaited(message)) waiting.add(message.id)
        else if (isCancelling(message)) waiting.delete(message.params?.['requestId'] as string | number)
        transport.onmessage?.(message)
      }
      inner.onerror = (error) => transport.onerror?.(inWords(error))
      process.stdin.once('end', end).once('close', end)
      // Such as the reset by a client that went without reading; `close` follows.
      process.stdin.on('error', (error) => transport.onerror?.(error))
      process.stdin.pipe(input, { end: false })
      await inner.start()
    },
    async send(message) {
      // The SDK listens on stdout for each message that waits for a slow reader: one at a time.
      await queue(() => inner.send(message))
      if (!('method' in message) && message.id !== undefined && waiting.delete(message.id)) endOnceAnswered()
    },
    close: () => inner.close(),
  }
  const closed = new Promise<void>((resolve) => {
    inner.onclose = () => {
      clearTimeout(patience)
      process.stdin.unpipe(input)
      process.stdin.pause()
      transport.onclose?.()
      resolve()
    }
  })
  process.stdout.once('error', () => void inner.close())
  return { transport, closed }
}

/** What the SDK says of a message that does not fit its schemas is a list of all that it could have been. */
function inWords(error: Error): Error {
  if (!('issues' in error)) return error
  return new Error('A message on stdin is not JSON-RPC 2.0 and was passed over', { cause: error })
}

/** True for a request that is answered by itself: not for a subscription, which lasts, and not for a command. */
function isAwaited(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { id: unknown; method: string }> {
  if (!('method' in message) || !('id' in message)) return false
  const { method, params } = message
  return (
    method !== 'subscriptions/listen' &&
    !(method === 'tools/call' && params?.['name'] === 'run_shell_command')
  )
}

/** A cancelled request gets no answer. */
function isCancelling(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { method: string }> {
  return 'method' in message && message.method === 'notifications/cancelled'
}
