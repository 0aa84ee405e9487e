import type { KeptListing } from './kept-listing.ts'
import type { Link } from './link.ts'
import type { Shelf } from './shelf.ts'
import type { McpSourceStatus } from './types.ts'
import type { UpstreamFailures } from './upstream-failures.ts'

export interface StatusOf {
  link: Link
  listing: KeptListing
  shelf: Shelf
  failures: UpstreamFailures
}

/** How a server does, for a person to read. */
export function sourceStatus({ link, listing, shelf, failures }: StatusOf): McpSourceStatus {
  const fault = listing.fault()
  const errorOutput = fault === undefined ? '' : link.errorOutput().trim()
  const wrote = errorOutput === '' ? '' : `; its error output: ${failures.words(errorOutput)}`
  return {
    state: stateOf({ link, listing }),
    protocol: listing.protocol(),
    protocolVersion: link.protocolVersion(),
    skills: shelf.listed().length,
    latencyMs: link.current()?.latencyMs(),
    lastError: fault === undefined ? undefined : `${fault}${wrote}`,
  }
}

function stateOf({ link, listing }: Pick<StatusOf, 'link' | 'listing'>): McpSourceStatus['state'] {
  if (link.isClosed()) return 'closed'
  if (listing.fault() !== undefined) return 'degraded'
  return listing.isComplete() ? 'ready' : 'connecting'
}
