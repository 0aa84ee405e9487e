import { Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { VERSION } from '../../version.ts'
import { answerBound } from './answer-bound.ts'
import type { McpLimits } from './limits.ts'
import { openTransport } from './open-transport.ts'
import type { McpTransport } from './types.ts'
import { UpstreamFault } from './upstream-fault.ts'

export interface ConnectOptions {
  server: McpTransport
  limits: McpLimits
  /** Gives the attempt up. */
  signal: AbortSignal
  /** Bytes that a message of a stdio server may have at the moment. */
  maxBytes: () => number
  /** Told what a server's process wrote to its error output, when the connection to it fails. */
  onErrorOutput: (text: string) => void
}

export interface ConnectedClient {
  client: Client
  /** Ends when the server's process has ended. */
  close(): Promise<void>
  errorOutput(): string
  /** What became of a stdio server, where that is known better than the SDK says. */
  fault(): UpstreamFault | undefined
}

/** Bytes of the answer in which a server presents itself, its instructions included. */
const HANDSHAKE_BYTES = 1024 * 1024
/** Part of the time that a server has to answer what only a server of 2026 understands, before it is taken for an older one. */
const PROBE_SHARE = 0.6

/**
 * A client that has agreed with the server on a protocol version, of 2026-07-28 or before. It offers no elicitation, no
 * sampling and no roots, so whatever a server asks for while it lists its skills is refused.
 */
export async function connectClient(options: ConnectOptions): Promise<ConnectedClient> {
  const { connectMs } = options.limits
  const timeout = AbortSignal.timeout(connectMs)
  const signal = AbortSignal.any([options.signal, timeout])
  try {
    return await negotiate({ ...options, signal })
  } catch (error) {
    if (timeout.aborted) throw new UpstreamFault('too-slow', `it was not ready after ${connectMs} ms`)
    throw error
  }
}

/** A server built on an older SDK may end itself at the first question it does not know; it is started once more for the older one. */
async function negotiate(options: ConnectOptions): Promise<ConnectedClient> {
  try {
    return await connect(options, false)
  } catch (error) {
    if (!mayBeOld(error, options.server) || options.signal.aborted) throw error
    return await connect(options, true)
  }
}

async function connect(options: ConnectOptions, isOld: boolean): Promise<ConnectedClient> {
  const { server, limits, signal, maxBytes } = options
  const { transport, leave, errorOutput } = await openTransport(server, limits, maxBytes)
  let fault: UpstreamFault | undefined
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the SDK is no event target
  transport.onerror = (error) => {
    if (error instanceof UpstreamFault && server.type === 'stdio') fault = error
  }
  const client = newClient(limits)
  const close = async () => {
    await leave()
    await client.close()
    await transport.close()
  }
  const stop = () => void transport.close()
  signal.addEventListener('abort', stop, { once: true })
  const prior = isOld ? { prior: { kind: 'legacy' as const } } : {}
  try {
    const bound = { maxBytes: HANDSHAKE_BYTES, fail: stop }
    await answerBound.run(bound, () => client.connect(transport, { timeout: limits.connectMs, ...prior }))
    signal.throwIfAborted()
    return { client, close, errorOutput, fault: () => fault }
  } catch (error) {
    await close()
    options.onErrorOutput(errorOutput())
    throw !isOld && mayBeOld(error, server) ? error : (fault ?? error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function mayBeOld(error: unknown, server: McpTransport): boolean {
  const isUndecided = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed
  return isUndecided && server.type === 'stdio'
}

function newClient({ connectMs }: McpLimits): Client {
  return new Client(
    { name: 'skillway', version: VERSION },
    {
      capabilities: {},
      inputRequired: { autoFulfill: false },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.ceil(connectMs * PROBE_SHARE) } },
    },
  )
}
