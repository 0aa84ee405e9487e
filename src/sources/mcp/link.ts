import { type Backoff, backoff } from './backoff.ts'
import type { McpLimits } from './limits.ts'
import { openSession, type Session } from './session.ts'
import type { McpTransport } from './types.ts'
import { isExpired } from './upstream-error.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** The way to a server: a session while there is one, and when to try for the next. */
export interface Link {
  /**
   * The session, connecting first where there is none. Callers share the attempt. While the server is being left alone
   * after a failure, this fails at once with that failure.
   */
  session(): Promise<Session>
  current(): Session | undefined
  /** What the last session had agreed on. */
  protocolVersion(): string | undefined
  /** What the server's process wrote to its error output, when a connection to it failed or broke. */
  errorOutput(): string
  /** Counts failures; somebody else may count theirs with it. */
  readonly retry: Backoff
  /** Aborted by `close`. */
  readonly closed: AbortSignal
  isClosed(): boolean
  /** Ends when nothing is left of any connection. */
  close(): Promise<void>
}

export interface LinkOptions {
  server: McpTransport
  limits: McpLimits
  now: () => number
  onChanged: () => void
  onLost: (fault: unknown) => void
}

export function linkTo(options: LinkOptions): Link {
  const { limits, now } = options
  const retry = backoff({ minMs: limits.retryMinMs, maxMs: limits.retryMaxMs, now })
  const over = new AbortController()
  const endings = new Set<Promise<unknown>>()
  let attempt: Promise<Session> | undefined
  let current: Session | undefined
  let lastFault: unknown
  let protocolVersion: string | undefined
  let errorOutput = ''

  return {
    async session() {
      over.signal.throwIfAborted()
      if (attempt === undefined && retry.leftMs() > 0) throw lastFault
      attempt ??= connect()
      return attempt
    },
    current: () => current,
    protocolVersion: () => protocolVersion,
    errorOutput: () => errorOutput,
    retry,
    closed: over.signal,
    isClosed: () => over.signal.aborted,
    async close() {
      over.abort(new UpstreamFault('closed', 'the source is closed'))
      await Promise.allSettled([attempt, current?.close(), ...endings])
    },
  }

  async function connect(): Promise<Session> {
    let isLost = false
    try {
      const session = await openSession({
        ...options,
        signal: over.signal,
        onLost(fault, gone) {
          isLost = true
          lost(fault, gone)
        },
        onErrorOutput(text) {
          errorOutput = text
        },
      })
      if (over.signal.aborted) await session.close()
      over.signal.throwIfAborted()
      if (isLost) throw lastFault
      current = session
      protocolVersion = session.protocolVersion
      return session
    } catch (error) {
      if (!isLost) failed(error)
      throw error
    }
  }

  function lost(fault: unknown, gone: Promise<void>): void {
    const ending = gone.finally(() => endings.delete(ending))
    endings.add(ending)
    failed(fault)
    if (isExpired(fault)) options.onChanged()
    else options.onLost(fault)
  }

  function failed(fault: unknown): void {
    attempt = undefined
    current = undefined
    lastFault = fault
    if (!isExpired(fault)) retry.failed()
  }
}
