import { SkillwayError } from '../../errors.ts'
import { childUri, pathOfUri, uriOfPath } from '../../sep2640/uri-path.ts'
import { SKILLS_EXTENSION } from '../../sep2640/wire.ts'
import { quote } from '../../text/quote.ts'
import type { SkillEntry, SourceCallOptions } from '../types.ts'
import { endpointIdentity } from './endpoint-identity.ts'
import { extensionProtocol } from './extension-protocol.ts'
import { keptListing } from './kept-listing.ts'
import { MCP_LIMITS } from './limits.ts'
import { linkTo } from './link.ts'
import { notices } from './notices.ts'
import { readSkillFile } from './read-skill-file.ts'
import { resourceProtocol } from './resource-protocol.ts'
import type { Session } from './session.ts'
import { newShelf } from './shelf.ts'
import { sharedCalls } from './shared-calls.ts'
import type { FoundSkills, KnownSkill, SkillProtocol } from './skill-protocol.ts'
import { ttlOf } from './ttl.ts'
import type { McpSource, McpSourceOptions, McpSourceStatus } from './types.ts'
import { upstreamFailures } from './upstream-failures.ts'
import { withSession } from './with-session.ts'

const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/

/**
 * Skills of another MCP server, by the Skills extension, FastMCP's provider protocol or plain resources, whichever it has
 * best. Whatever the server does or does not do, a call ends in time, and what it sends is bounded while it comes in.
 * What it sends is not verified here.
 *
 * @throws SkillwayError `CONFIG_INVALID` for a label or a URL that cannot be one
 */
export function mcpSource(options: McpSourceOptions): McpSource {
  const { label, transport, now = () => performance.now(), log = () => undefined } = options
  checkOptions(options)
  const limits = { ...MCP_LIMITS, ...options.limits }
  const failures = upstreamFailures(label, transport)
  const shelf = newShelf({ now, goodFor: (ttlMs) => ttlOf(ttlMs, limits) })
  const changes = notices({ everyMs: limits.noticeMs, now })
  const over = new AbortController()
  const protocols = { extension: extensionProtocol(limits), resources: resourceProtocol(limits) }
  const asking = sharedCalls<KnownSkill | undefined>()
  let errorOutput = ''
  let protocolVersion: string | undefined

  const link = linkTo({
    server: transport,
    limits,
    now,
    onChanged: () => listing.doubt(),
    onLost: (fault) => listing.lose(fault),
    onErrorOutput: (text) => {
      errorOutput = text
    },
  })
  const listing = keptListing({ link, shelf, notices: changes, failures, limits, now, log, list })

  return {
    label,
    kind: 'mcp',
    endpoint: endpointIdentity(transport),
    list: (call = {}) => listing.show(call),
    get,
    read: (skillPath, filePath, call = {}) =>
      readSkillFile(
        { link, shelf, failures, waitMs: limits.waitMs, get, uriOf },
        { skillPath, filePath, ...call },
      ),
    watch(onChange) {
      link.current()?.listen()
      return changes.watch(onChange)
    },
    uriOf,
    status,
    async close() {
      over.abort()
      listing.stop()
      changes.stop()
      await link.close()
    },
  }

  async function get(
    skillPath: string,
    { signal, fresh = false }: SourceCallOptions = {},
  ): Promise<SkillEntry | undefined> {
    if (!isSkillPath(skillPath)) return undefined
    const good = fresh ? undefined : shelf.good(skillPath)
    const known = good ?? (await asking(skillPath, () => ask(skillPath), signal))
    return known === undefined ? undefined : entryOf(known)
  }

  async function ask(skillPath: string): Promise<KnownSkill | undefined> {
    try {
      const known = await withSession(link, (session) => askVia(session, skillPath), limits.waitMs)
      if (known === undefined) shelf.drop(skillPath)
      else shelf.put(known)
      return known
    } catch (error) {
      throw failures.forSkill(error, skillPath)
    }
  }

  /** Without the extension a listing has to say first that the server has skills at all. */
  async function askVia(session: Session, skillPath: string): Promise<KnownSkill | undefined> {
    const protocol = protocolOf(session)
    if (protocol === protocols.resources && listing.protocol() === undefined) {
      await listing.refresh()
      if (listing.protocol() === undefined) return undefined
    }
    return protocol.get(session, skillPath, { listed: shelf.get(skillPath), signal: over.signal })
  }

  function list(session: Session): Promise<FoundSkills> {
    protocolVersion = session.protocolVersion
    return protocolOf(session).list(session, { signal: over.signal })
  }

  /** A server is asked by the extension only if it says that it has it (SEP-2640, Capability Negotiation). */
  function protocolOf({ capabilities }: Session): SkillProtocol {
    const declared = capabilities.extensions?.[SKILLS_EXTENSION]
    return typeof declared === 'object' && declared !== null ? protocols.extension : protocols.resources
  }

  function uriOf(skillPath: string, filePath = 'SKILL.md'): string {
    const known = shelf.get(skillPath)
    if (known === undefined) return childUri(uriOfPath(skillPath), filePath)
    if (filePath === 'SKILL.md') return known.uri
    return known.spelled.get(filePath) ?? childUri(known.uri.slice(0, known.uri.lastIndexOf('/')), filePath)
  }

  function status(): McpSourceStatus {
    const fault = listing.fault()
    const wrote =
      fault === undefined || errorOutput.trim() === ''
        ? ''
        : `; its error output: ${failures.words(errorOutput)}`
    return {
      state: over.signal.aborted
        ? 'closed'
        : fault !== undefined
          ? 'degraded'
          : listing.isComplete()
            ? 'ready'
            : 'connecting',
      protocol: listing.protocol(),
      protocolVersion,
      skills: shelf.listed().length,
      latencyMs: link.current()?.latencyMs(),
      lastError: fault === undefined ? undefined : `${fault}${wrote}`,
    }
  }
}

function entryOf({ summary, diagnostics, knownPaths }: KnownSkill): SkillEntry {
  const { files = 'dynamic' } = summary
  const paths = files === 'dynamic' && knownPaths !== undefined ? { knownPaths } : {}
  return { ...summary, files, diagnostics, ...paths }
}

/** True for what can be the path of a skill here; a server is not asked for anything else. */
function isSkillPath(skillPath: string): boolean {
  try {
    return pathOfUri(uriOfPath(skillPath)) === skillPath
  } catch (error) {
    if (error instanceof SkillwayError || error instanceof URIError) return false
    throw error
  }
}

function checkOptions({ label, transport }: McpSourceOptions): void {
  if (!LABEL.test(label)) {
    throw new SkillwayError('CONFIG_INVALID', `${quote(label)} cannot be the label of a source`, {
      hint: 'Use 1 to 63 letters, digits, - and _, beginning with a letter or a digit.',
    })
  }
  if (transport.type === 'http' && !(/^https?:\/\//i.test(transport.url) && URL.canParse(transport.url))) {
    throw new SkillwayError(
      'CONFIG_INVALID',
      `The URL of MCP server ${quote(label)} is not an http or https URL`,
      {
        hint: 'Write it as https://host/mcp.',
      },
    )
  }
}
