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
  isClosed(): boolean
  /** Counts failures; somebody else may count theirs with it. */
  readonly retry: Backoff
  /** Ends when nothing is left of any connection. */
  close(): Promise<void>
}

export interface LinkOptions {
  server: McpTransport
  limits: McpLimits
  now: () => number
  onChanged: () => void
  onLost: (fault: unknown) => void
  onErrorOutput: (text: string) => void
}

export function linkTo(options: LinkOptions): Link {
  const { limits, now } = options
  const retry = backoff({ minMs: limits.retryMinMs, maxMs: limits.retryMaxMs, now })
  const over = new AbortController()
  const endings = new Set<Promise<unknown>>()
  let attempt: Promise<Session> | undefined
  let current: Session | undefined
  let lastFault: unknown

  return {
    async session() {
      over.signal.throwIfAborted()
      if (attempt === undefined && retry.leftMs() > 0) throw lastFault
      attempt ??= connect()
      return attempt
    },
    current: () => current,
    isClosed: () => over.signal.aborted,
    retry,
    async close() {
      over.abort(new UpstreamFault('closed', 'the source is closed'))
      await Promise.allSettled([attempt, current?.close(), ...endings])
    },
  }

  async function connect(): Promise<Session> {
    let isLost = false
    const onLostNow = (fault: unknown, gone: Promise<void>) => {
      isLost = true
      lost(fault, gone)
    }
    try {
      const session = await openSession({ ...options, signal: over.signal, onLost: onLostNow })
      if (over.signal.aborted) await session.close()
      over.signal.throwIfAborted()
      if (isLost) throw lastFault
      current = session
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
    options.onLost(fault)
  }

  function failed(fault: unknown): void {
    attempt = undefined
    current = undefined
    lastFault = fault
    if (!isExpired(fault)) retry.failed()
  }
}
