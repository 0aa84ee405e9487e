import type { Diagnostic } from '../../skill/diagnostic.ts'
import type { SourceCallOptions, SourceListing } from '../types.ts'
import type { Link } from './link.ts'
import type { McpLimits } from './limits.ts'
import type { Notices } from './notices.ts'
import { retryTimer } from './retry-timer.ts'
import type { Session } from './session.ts'
import { settles } from './settles.ts'
import type { Shelf } from './shelf.ts'
import { shownListing } from './shown-listing.ts'
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

interface ListingState {
  goodUntil: number
  /** How often the server, or a broken connection, gave reason to ask again. */
  doubts: number
  protocol: McpSkillProtocol | undefined
  fault: string | undefined
  isComplete: boolean
  /** True once somebody has seen the listing, who may want to know that it is another one now. */
  isSeen: boolean
  /** True if somebody was shown less than there may be, and would be glad of the rest. */
  isMissed: boolean
}

export function keptListing(options: KeptListingOptions): KeptListing {
  const { link, shelf, notices, failures, limits, now } = options
  const shown = shownListing(options.log)
  const retry = retryTimer(() => refresh())
  const state: ListingState = {
    goodUntil: -Infinity,
    doubts: 0,
    protocol: undefined,
    fault: undefined,
    isComplete: false,
    isSeen: false,
    isMissed: false,
  }
  let underWay: Promise<void> | undefined

  return {
    async show({ signal, fresh = false }) {
      if (link.isClosed()) return shown.show(failures.incomplete('the source is closed'))
      const isDue = fresh || (now() >= state.goodUntil && link.retry.leftMs() === 0)
      const isLate = isDue && !(await settles(refresh(), limits.waitMs, signal))
      const fault = isLate ? `it has not answered after ${limits.waitMs} ms` : state.fault
      state.isSeen = true
      if (fault === undefined) return shown.show()
      state.isMissed = true
      retryLater()
      return shown.show(failures.incomplete(fault))
    },
    refresh,
    protocol: () => state.protocol,
    fault: () => state.fault,
    isComplete: () => state.isComplete,
    doubt,
    lose(lost) {
      if (link.isClosed()) return
      note(failures.reason(lost))
      doubt()
      retryLater()
    },
    stop: retry.stop,
  }

  function refresh(): Promise<void> {
    underWay ??= ask().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function ask(): Promise<void> {
    const { doubts, fault } = state
    let isChanged = false
    try {
      const found = await withSession(link, listVia)
      isChanged = take(found)
      if (found.fault !== undefined) throw found.fault
      link.retry.succeeded()
      note(undefined)
      state.goodUntil = doubts === state.doubts ? now() + ttlOf(found.ttlMs, limits) : -Infinity
    } catch (error) {
      if (link.retry.leftMs() === 0) link.retry.failed()
      note(failures.reason(error))
      retryLater()
    }
    if ((state.isSeen && (isChanged || fault !== state.fault)) || state.isMissed) notices.announce()
    state.isMissed &&= state.fault !== undefined
  }

  async function listVia(session: Session): Promise<FoundSkills> {
    if (notices.isWatched()) session.listen()
    const found = await options.list(session)
    if (isExpired(found.fault) && found.skills.length === 0) throw found.fault
    return found
  }

  /** A listing that failed before it told of any skill says nothing about those that are known. */
  function take(found: FoundSkills): boolean {
    if (found.fault !== undefined && found.skills.length === 0) return false
    state.protocol = found.protocol
    shelf.fill(found)
    return shown.replace(found)
  }

  function note(reason: string | undefined): void {
    if (reason !== undefined && reason !== state.fault) options.log(failures.incomplete(reason))
    state.fault = reason
    state.isComplete = reason === undefined
  }

  function doubt(): void {
    state.doubts++
    state.goodUntil = -Infinity
    shelf.doubt()
    notices.announce()
  }

  /** Without being asked again, if somebody waits for it. */
  function retryLater(): void {
    if (!link.isClosed() && (state.isMissed || notices.isWatched())) retry.start(link.retry.leftMs())
  }
}
