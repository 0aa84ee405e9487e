import type { McpLimits } from './limits.ts'
import type { Session } from './session.ts'
import { UpstreamFault } from './upstream-fault.ts'

export interface WalkOptions {
  session: Session
  method: 'skills/list' | 'resources/list'
  /** The field of a page that holds its items. */
  field: 'skills' | 'resources'
  limits: McpLimits
  signal: AbortSignal
}

export interface Walked {
  items: unknown[]
  /** What the first page says of how long the listing is good. */
  ttlMs: unknown
  /** Why the walk ended before the listing did. */
  fault: unknown
}

const MAX_CURSOR = 4096

/** All pages of a listing, as far as the server and the limits let them be had: what came before a fault is kept. */
export async function walkPages(options: WalkOptions): Promise<Walked> {
  const { limits } = options
  const walked: Walked = { items: [], ttlMs: undefined, fault: undefined }
  const cursors = new Set<string | undefined>()
  let bytesLeft = limits.listingBytes
  try {
    for (let cursor: string | undefined; !cursors.has(cursor);) {
      if (cursors.size === limits.pages) throw cut(`its listing has more than ${limits.pages} pages`)
      cursors.add(cursor)
      const page = await pageAt(options, cursor, bytesLeft)
      if (cursor === undefined) walked.ttlMs = page.ttlMs
      const room = limits.entries - walked.items.length
      const taken = page.items.slice(0, room)
      bytesLeft -= taken.reduce((sum: number, item) => sum + weightOf(item), 0)
      if (bytesLeft < 0) throw cut(`its listing has more than ${limits.listingBytes} bytes`)
      walked.items.push(...taken)
      if (page.items.length > room || (taken.length === room && page.next !== undefined)) {
        throw cut(`its listing has more than ${limits.entries} entries`)
      }
      if (page.next === undefined) return walked
      cursor = page.next
    }
    throw cut('its listing comes back to a page that it gave before')
  } catch (error) {
    options.signal.throwIfAborted()
    walked.fault = error
    return walked
  }
}

interface Page {
  items: unknown[]
  ttlMs: unknown
  next: string | undefined
}

async function pageAt(
  { session, method, field, signal }: WalkOptions,
  cursor: string | undefined,
  maxBytes: number,
): Promise<Page> {
  const params = cursor === undefined ? {} : { cursor }
  const result = await session.call(method, params, { maxBytes, signal })
  const { [field]: items, nextCursor, ttlMs } = (result ?? {}) as Record<string, unknown>
  if (!Array.isArray(items))
    throw new UpstreamFault('invalid', `its answer to ${method} has no list of ${field}`)
  if (nextCursor !== undefined && nextCursor !== null && typeof nextCursor !== 'string') {
    throw cut('its listing has a cursor that is no text')
  }
  if (typeof nextCursor === 'string' && nextCursor.length > MAX_CURSOR) {
    throw cut(`its listing has a cursor of more than ${MAX_CURSOR} characters`)
  }
  return { items, ttlMs, next: nextCursor ?? undefined }
}

/** Nothing, for what is nested too deep to be written down: whoever reads the item refuses it. */
function weightOf(item: unknown): number {
  try {
    return JSON.stringify(item).length
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

function cut(message: string): UpstreamFault {
  return new UpstreamFault('invalid', message)
}
