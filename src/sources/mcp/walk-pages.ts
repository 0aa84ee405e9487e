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
  const cursors = new Set<string>()
  let cursor: string | undefined
  let bytesLeft = limits.listingBytes
  try {
    do {
      if (cursors.size === limits.pages) throw cut(`its listing has more than ${limits.pages} pages`)
      const page = await pageAt(options, cursor, bytesLeft)
      if (cursors.size === 0) walked.ttlMs = page.ttlMs
      bytesLeft -= JSON.stringify(page.items).length
      if (bytesLeft < 0) throw cut(`its listing has more than ${limits.listingBytes} bytes`)
      walked.items.push(...page.items.slice(0, limits.entries - walked.items.length))
      const isCut = page.items.length > 0 && walked.items.length === limits.entries
      if (isCut && (page.next !== undefined || page.items.at(-1) !== walked.items.at(-1))) {
        throw cut(`its listing has more than ${limits.entries} entries`)
      }
      cursors.add(cursor ?? '')
      cursor = page.next
      if (cursor !== undefined && cursors.has(cursor))
        throw cut('its listing comes back to a page that it gave before')
    } while (cursor !== undefined)
  } catch (error) {
    options.signal.throwIfAborted()
    walked.fault = error
  }
  return walked
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

function cut(message: string): UpstreamFault {
  return new UpstreamFault('invalid', message)
}
