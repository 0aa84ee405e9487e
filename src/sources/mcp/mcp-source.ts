import { checkOptions } from './check-options.ts'
import { endpointIdentity } from './endpoint-identity.ts'
import { keptEntries } from './kept-entries.ts'
import { keptListing } from './kept-listing.ts'
import { MCP_LIMITS } from './limits.ts'
import { linkTo } from './link.ts'
import { notices } from './notices.ts'
import { readSkillFile } from './read-skill-file.ts'
import { newShelf } from './shelf.ts'
import { skillProtocols } from './skill-protocols.ts'
import { sourceStatus } from './source-status.ts'
import { ttlOf } from './ttl.ts'
import type { McpSource, McpSourceOptions } from './types.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { upstreamFailures } from './upstream-failures.ts'

/**
 * Skills of another MCP server, by the Skills extension, FastMCP's provider protocol or plain resources, whichever it has
 * best. Whatever the server does or does not do, a call ends in time, and what it sends is bounded while it comes in.
 * What it sends is not verified here.
 *
 * @throws SkillwayError `CONFIG_INVALID` for a label or a URL that cannot be one
 */
export function mcpSource(options: McpSourceOptions): McpSource {
  checkOptions(options)
  const { label, transport: server, now = () => performance.now(), log = () => undefined } = options
  const limits = { ...MCP_LIMITS, ...options.limits }
  const failures = upstreamFailures(label, server)
  const changes = notices({ everyMs: limits.noticeMs, now })
  const shelf = newShelf({ now, goodFor: (ttlMs) => ttlOf(ttlMs, limits) })
  const protocolOf = skillProtocols(limits)
  const link = linkTo({
    server,
    limits,
    now,
    onChanged: () => listing.doubt(),
    onLost: (fault) => listing.lose(fault),
  })
  const listing = keptListing({
    link,
    shelf,
    notices: changes,
    failures,
    limits,
    now,
    log,
    list: (session) => protocolOf(session).list(session, { signal: link.closed }),
  })
  const entries = keptEntries({
    link,
    shelf,
    failures,
    waitMs: limits.waitMs,
    async ask(session, skillPath) {
      const protocol = protocolOf(session)
      if (protocol.needsListing && listing.protocol() === undefined) await listing.refresh()
      if (protocol.needsListing && listing.protocol() === undefined) return undefined
      return protocol.get(session, skillPath, { listed: shelf.get(skillPath), signal: link.closed })
    },
  })
  const reader = { ...entries, link, shelf, failures, waitMs: limits.waitMs }

  return {
    label,
    kind: 'mcp',
    endpoint: endpointIdentity(server),
    list: (call = {}) => unlessAborted(call.signal, () => listing.show(call)),
    get: entries.get,
    read: (skillPath, filePath, call = {}) =>
      unlessAborted(call.signal, () => readSkillFile(reader, { skillPath, filePath, ...call })),
    watch(onChange) {
      link.current()?.listen()
      return changes.watch(onChange)
    },
    uriOf: entries.uriOf,
    status: () => sourceStatus({ link, listing, shelf, failures }),
    async close() {
      listing.stop()
      changes.stop()
      await link.close()
    },
  }
}
