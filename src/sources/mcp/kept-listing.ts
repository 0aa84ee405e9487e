import type { Diagnostic } from '../../skill/diagnostic.ts'
import type { SourceCallOptions, SourceListing } from '../types.ts'
import type { Link } from './link.ts'
import type { McpLimits } from './limits.ts'
import type { Notices } from './notices.ts'
import { type RetryTimer, retryTimer } from './retry-timer.ts'
import type { Session } from './session.ts'
import { settles } from './settles.ts'
import type { Shelf } from './shelf.ts'
import { type ShownListing, shownListing } from './shown-listing.ts'
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

/** What is known of the listing, and what is to be done about it. */
interface Keeping extends KeptListingOptions {
  shown: ShownListing
  retry: RetryTimer
  underWay: Promise<void> | undefined
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
  const { link, failures } = options
  const kept: Keeping = {
    ...options,
    shown: shownListing(options.log),
    retry: retryTimer(() => refresh(kept)),
    underWay: undefined,
    goodUntil: -Infinity,
    doubts: 0,
    protocol: undefined,
    fault: undefined,
    isComplete: false,
    isSeen: false,
    isMissed: false,
  }
  return {
    show: (call) => show(kept, call),
    refresh: () => refresh(kept),
    protocol: () => kept.protocol,
    fault: () => kept.fault,
    isComplete: () => kept.isComplete,
    doubt: () => doubt(kept),
    lose(fault) {
      if (link.isClosed()) return
      note(kept, failures.reason(fault))
      doubt(kept)
      retryLater(kept)
    },
    stop: kept.retry.stop,
  }
}

async function show(kept: Keeping, { signal, fresh = false }: SourceCallOptions): Promise<SourceListing> {
  const { link, limits, failures, shown } = kept
  if (link.isClosed()) return shown.show(failures.incomplete('the source is closed'))
  const isDue = fresh || (kept.now() >= kept.goodUntil && link.retry.leftMs() === 0)
  // Whoever waited for a server that does not come has waited for everybody: the rest hear of it when it does.
  const waitMs = kept.isMissed && !fresh ? 0 : limits.waitMs
  const isLate = isDue && !(await settles(refresh(kept), waitMs, signal))
  const fault = isLate ? (kept.fault ?? `it has not answered after ${limits.waitMs} ms`) : kept.fault
  kept.isSeen = true
  if (fault === undefined) return shown.show()
  kept.isMissed = true
  retryLater(kept)
  return shown.show(failures.incomplete(fault))
}

function refresh(kept: Keeping): Promise<void> {
  kept.underWay ??= ask(kept).finally(() => {
    kept.underWay = undefined
  })
  return kept.underWay
}

async function ask(kept: Keeping): Promise<void> {
  const { link, limits } = kept
  const { doubts, fault } = kept
  let isChanged = false
  try {
    const found = await withSession(link, (session) => listVia(kept, session))
    isChanged = take(kept, found)
    if (found.fault !== undefined) throw found.fault
    link.retry.succeeded()
    note(kept, undefined)
    kept.goodUntil = doubts === kept.doubts ? kept.now() + ttlOf(found.ttlMs, limits) : -Infinity
  } catch (error) {
    if (link.retry.leftMs() === 0) link.retry.failed()
    note(kept, kept.failures.reason(error))
    retryLater(kept)
  }
  const isNews = kept.isSeen && (isChanged || fault !== kept.fault)
  const isLateRest = kept.isMissed && kept.fault === undefined
  if (isNews || isLateRest) kept.notices.announce()
  if (isLateRest) kept.isMissed = false
}

async function listVia({ notices, list }: Keeping, session: Session): Promise<FoundSkills> {
  if (notices.isWatched()) session.listen()
  const found = await list(session)
  if (isExpired(found.fault) && found.skills.length === 0) throw found.fault
  return found
}

/** True if the listing changed. One that failed before it told of any skill says nothing about those that are known. */
function take(kept: Keeping, found: FoundSkills): boolean {
  if (found.fault !== undefined && found.skills.length === 0) return false
  kept.protocol = found.protocol
  kept.shelf.fill(found)
  return kept.shown.replace(found)
}

function note(kept: Keeping, reason: string | undefined): void {
  if (reason !== undefined && reason !== kept.fault) kept.log(kept.failures.incomplete(reason))
  kept.fault = reason
  kept.isComplete = reason === undefined
}

function doubt(kept: Keeping): void {
  kept.doubts++
  kept.goodUntil = -Infinity
  kept.shelf.doubt()
  kept.notices.announce()
}

/** Without being asked again, if somebody waits for it. */
function retryLater({ link, retry, notices, isMissed }: Keeping): void {
  if (!link.isClosed() && (isMissed || notices.isWatched())) retry.start(link.retry.leftMs())
}
