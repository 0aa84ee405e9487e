import { type Client, ProtocolError } from '@modelcontextprotocol/client'
import { setTimeout as delay } from 'node:timers/promises'
import type { McpLimits } from './limits.ts'

export interface KeepListeningOptions {
  client: Client
  limits: McpLimits
  /** True once the connection is closed. */
  isOver: () => boolean
  onChanged: () => void
}

/**
 * Asks a server of 2026-07-28 to send notices of changes, and again whenever the stream of them breaks. Older servers send
 * them without being asked. A server that refuses is left alone: its listing then lives for as long as it says.
 */
export function keepListening(options: KeepListeningOptions): void {
  const { client } = options
  if (client.getProtocolEra() !== 'modern' || client.getServerCapabilities()?.resources?.listChanged !== true)
    return
  void listenAgain(options)
}

async function listenAgain({ client, limits, isOver, onChanged }: KeepListeningOptions): Promise<void> {
  let hasGap = false
  for (let pause = limits.retryMinMs; !isOver(); pause = Math.min(2 * pause, limits.retryMaxMs)) {
    try {
      const { closed } = await client.listen({ resourcesListChanged: true }, { timeout: limits.connectMs })
      if (hasGap) onChanged()
      pause = limits.retryMinMs
      if ((await closed) === 'local') return
    } catch (error) {
      if (error instanceof ProtocolError) return
    }
    hasGap = true
    await delay(pause, undefined, { ref: false })
  }
}
