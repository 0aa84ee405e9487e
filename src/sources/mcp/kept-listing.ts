import type { Diagnostic } from '../../skill/diagnostic.ts'
import { digestOf } from '../../skill/digest.ts'
import type { SourceCallOptions, SourceListing } from '../types.ts'
import type { Link } from './link.ts'
import type { McpLimits } from './limits.ts'
import type { Notices } from './notices.ts'
import type { Session } from './session.ts'
import { settles } from './settles.ts'
import type { Shelf } from './shelf.ts'
import type { FoundSkills } from './skill-protocol.ts'
import { ttlOf } from './ttl.ts'
import type { McpSkillProtocol } from './types.ts'
import { isExpired } from './upstream-error.ts'
import type { UpstreamFailures } from './upstream-failures.ts'
import { withSession } from './with-session.ts'

/** A server's listing: asked for by many, obtained once, and always shown in time. */
export interface KeptListing {
  /** What is known after waiting no longer than is allowed; a finding says what is missing of it, and why. */
  show(options: SourceCallOptions): Promise<SourceListing>
  /** Asks the server again; whoever asks meanwhile waits for the same answer. Never rejects. */
  refresh(): Promise<void>
  /** What the server serves skills by, once it has been asked. */
  protocol(): McpSkillProtocol | undefined
  /** Why the listing is not complete, if there is a reason. */
  fault(): string | undefined
  isComplete(): boolean
  /** The server says that something changed, or may have said so while nobody listened. */
  doubt(): void
  /** The connection broke. */
  lose(fault: unknown): void
  stop(): void
}

export interface KeptListingOptions {
  link: Link
  shelf: Shelf
  notices: Notices
  failures: UpstreamFailures
  limits: McpLimits
  now: () => number
  log: (diagnostic: Diagnostic) => void
  list: (session: Session) => Promise<FoundSkills>
}

export function keptListing(options: KeptListingOptions): KeptListing {
  const { link, shelf, notices, failures, limits, now } = options
  let underWay: Promise<void> | undefined
  let goodUntil = -Infinity
  let doubts = 0
  let found: Pick<FoundSkills, 'protocol' | 'diagnostics'> = { protocol: undefined, diagnostics: [] }
  let fault: string | undefined
  let isComplete = false
  let isMissed = false
  let lastContent: string | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let logged = new Set<string>()

  return {
    async show({ signal, fresh = false }) {
      signal?.throwIfAborted()
      const isDue = fresh || now() >= goodUntil
      const mayAsk = fresh || link.retry.leftMs() === 0
      const isLate = isDue && mayAsk && !(await settles(refresh(), limits.waitMs, signal))
      if (!isLate && fault === undefined) return shown([])
      isMissed = true
      retryLater()
      return shown([failures.incomplete(isLate ? `it has not answered after ${limits.waitMs} ms` : fault!)])
    },
    refresh,
    protocol: () => found.protocol,
    fault: () => fault,
    isComplete: () => isComplete,
    doubt,
    lose(lost) {
      if (link.isClosed()) return
      note(failures.reason(lost))
      doubt()
      retryLater()
    },
    stop() {
      clearTimeout(retryTimer)
    },
  }

  function refresh(): Promise<void> {
    underWay ??= ask().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function ask(): Promise<void> {
    const doubtsBefore = doubts
    try {
      const answer = await withSession(link, listVia)
      if (answer.fault === undefined || answer.skills.length > 0) keep(answer)
      if (answer.fault === undefined) {
        link.retry.succeeded()
        note(undefined)
        goodUntil = doubts === doubtsBefore ? now() + ttlOf(answer.ttlMs, limits) : -Infinity
      } else {
        link.retry.failed()
        note(failures.reason(answer.fault))
      }
    } catch (error) {
      if (link.retry.leftMs() === 0) link.retry.failed()
      note(failures.reason(error))
    }
    if (fault !== undefined) retryLater()
    announceChange()
  }

  async function listVia(session: Session): Promise<FoundSkills> {
    if (notices.isWatched()) session.listen()
    const answer = await options.list(session)
    if (isExpired(answer.fault) && answer.skills.length === 0) throw answer.fault
    return answer
  }

  function keep(answer: FoundSkills): void {
    found = answer
    shelf.fill(answer)
    const before = logged
    logged = new Set()
    for (const diagnostic of answer.diagnostics) {
      const key = `${diagnostic.code} ${diagnostic.message}`
      if (!before.has(key)) options.log(diagnostic)
      logged.add(key)
    }
  }

  function note(reason: string | undefined): void {
    if (reason !== undefined && reason !== fault) options.log(failures.incomplete(reason))
    fault = reason
    isComplete = reason === undefined
  }

  function doubt(): void {
    doubts++
    goodUntil = -Infinity
    shelf.doubt()
    notices.announce()
  }

  /** Those who watch hear of what differs from what they saw, and of a listing that came too late for somebody. */
  function announceChange(): void {
    if (!notices.isWatched()) return
    const content = digestOf(Buffer.from(JSON.stringify([shelf.listed(), found.diagnostics, fault])))
    if ((lastContent !== undefined && content !== lastContent) || (isMissed && fault === undefined))
      notices.announce()
    lastContent = content
    isMissed &&= fault !== undefined
  }

  /** Without being asked again, if somebody waits for it. */
  function retryLater(): void {
    if (link.isClosed() || (!isMissed && !notices.isWatched())) return
    retryTimer ??= setTimeout(() => {
      retryTimer = undefined
      void refresh()
    }, link.retry.leftMs()).unref()
  }

  function shown(more: Diagnostic[]): SourceListing {
    return {
      skills: shelf.listed().map(({ summary }) => summary),
      diagnostics: [...found.diagnostics, ...more],
    }
  }
}
