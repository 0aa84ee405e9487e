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

interface Linking extends LinkOptions {
  retry: Backoff
  over: AbortController
  /** Connections that are broken and not yet gone. */
  endings: Set<Promise<unknown>>
  attempt: Promise<Session> | undefined
  current: Session | undefined
  lastFault: unknown
  protocolVersion: string | undefined
  errorOutput: string
}

export function linkTo(options: LinkOptions): Link {
  const { limits, now } = options
  const retry = backoff({ minMs: limits.retryMinMs, maxMs: limits.retryMaxMs, now })
  const over = new AbortController()
  const endings = new Set<Promise<unknown>>()
  const link: Linking = {
    ...options,
    retry,
    over,
    endings,
    attempt: undefined,
    current: undefined,
    lastFault: undefined,
    protocolVersion: undefined,
    errorOutput: '',
  }
  return {
    async session() {
      over.signal.throwIfAborted()
      if (link.attempt === undefined && retry.leftMs() > 0) throw link.lastFault
      link.attempt ??= connect(link)
      return link.attempt
    },
    current: () => link.current,
    protocolVersion: () => link.protocolVersion,
    errorOutput: () => link.errorOutput,
    retry,
    closed: over.signal,
    isClosed: () => over.signal.aborted,
    async close() {
      over.abort(new UpstreamFault('closed', 'the source is closed'))
      await Promise.allSettled([link.attempt, link.current?.close(), ...endings])
    },
  }
}

async function connect(link: Linking): Promise<Session> {
  let isLost = false
  try {
    const session = await openSession({
      ...link,
      signal: link.over.signal,
      onLost(fault, gone) {
        isLost = true
        lose(link, fault, gone)
      },
      onErrorOutput(text) {
        link.errorOutput = text
      },
    })
    if (link.over.signal.aborted) await session.close()
    link.over.signal.throwIfAborted()
    if (isLost) throw link.lastFault
    link.current = session
    link.protocolVersion = session.protocolVersion
    return session
  } catch (error) {
    if (!isLost) fail(link, error)
    throw error
  }
}

/** A server that wants a new session has not failed; it may have other skills than before. */
function lose(link: Linking, fault: unknown, gone: Promise<void>): void {
  const ending = gone.finally(() => link.endings.delete(ending))
  link.endings.add(ending)
  fail(link, fault)
  if (isExpired(fault)) link.onChanged()
  else link.onLost(fault)
}

function fail(link: Linking, fault: unknown): void {
  link.attempt = undefined
  link.current = undefined
  link.lastFault = fault
  if (!isExpired(fault)) link.retry.failed()
}
