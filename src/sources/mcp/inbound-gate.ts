import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client'

export interface InboundGateOptions {
  deliver: (message: JSONRPCMessage) => void
  /** Called once, when what nobody asked for is more than can be looked at. */
  onFlood: (perSecond: number) => void
}

export interface InboundGate {
  /** A request goes out: its answer is welcome. */
  expect(message: JSONRPCMessage): void
  receive(message: unknown): void
}

const CHANGED = 'notifications/resources/list_changed'
/** What a server may say by itself and be heard, in a second. */
const HEARD = 50
/** What a server may say by itself and be borne, in a second. */
const BORNE = 50_000

/**
 * Lets through what somebody waits for, and of all that a server says by itself so much that nobody else is kept
 * waiting: a message costs the SDK a hundred times what it costs here. That something changed is never lost.
 */
export function inboundGate({ deliver, onFlood }: InboundGateOptions): InboundGate {
  const expected = new Set<string | number>()
  let second = 0
  let uninvited = 0
  let unheardChange: NodeJS.Timeout | undefined
  return {
    expect(message) {
      if ('method' in message && 'id' in message) expected.add(message.id)
    },
    receive(message) {
      if (typeof message !== 'object' || message === null) return count()
      if ('id' in message && !('method' in message)) {
        if (expected.delete(message.id as string | number)) pass(message)
        else count()
        return
      }
      count()
      if (uninvited <= HEARD) pass(message)
      else if ('method' in message && message.method === CHANGED) hearLater(message)
    },
  }

  function count(): void {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) uninvited = 0
    second = now
    if (++uninvited === BORNE) onFlood(BORNE)
  }

  function hearLater(message: object): void {
    unheardChange ??= setTimeout(() => {
      unheardChange = undefined
      pass(message)
    }, 1000).unref()
  }

  /** What is no message of JSON-RPC is not worth more than being left out. */
  function pass(value: object): void {
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      return
    }
    deliver(message)
  }
}
