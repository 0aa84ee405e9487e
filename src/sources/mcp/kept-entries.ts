import { SkillwayError } from '../../errors.ts'
import { childUri, pathOfUri, uriOfPath } from '../../sep2640/uri-path.ts'
import type { SkillEntry, SourceCallOptions } from '../types.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Link } from './link.ts'
import type { Session } from './session.ts'
import { sharedCalls } from './shared-calls.ts'
import type { Shelf } from './shelf.ts'
import type { KnownSkill } from './skill-protocol.ts'
import type { UpstreamFailures } from './upstream-failures.ts'
import { withSession } from './with-session.ts'

/** A server's entries, as it told them a moment ago or is asked for them. */
export interface KeptEntries {
  get(skillPath: string, options?: SourceCallOptions): Promise<SkillEntry | undefined>
  /** The server's own URI for a file of a skill. */
  uriOf(skillPath: string, filePath?: string): string
}

export interface KeptEntriesOptions {
  link: Link
  shelf: Shelf
  failures: UpstreamFailures
  /** How long to wait for a server that is not there yet. */
  waitMs: number
  ask: (session: Session, skillPath: string) => Promise<KnownSkill | undefined>
}

export function keptEntries({ link, shelf, failures, waitMs, ask }: KeptEntriesOptions): KeptEntries {
  const shared = sharedCalls<KnownSkill | undefined>()
  return {
    get: (skillPath, { signal, fresh = false } = {}) =>
      unlessAborted(signal, async () => {
        if (!isSkillPath(skillPath)) return undefined
        const good = fresh ? undefined : shelf.good(skillPath)
        const known = good ?? (await shared(skillPath, () => askNow(skillPath)))
        return known === undefined ? undefined : entryOf(known)
      }),
    uriOf(skillPath, filePath = 'SKILL.md') {
      const known = shelf.get(skillPath)
      if (known === undefined) return childUri(uriOfPath(skillPath), filePath)
      if (filePath === 'SKILL.md') return known.uri
      return known.spelled.get(filePath) ?? childUri(known.uri.slice(0, known.uri.lastIndexOf('/')), filePath)
    },
  }

  async function askNow(skillPath: string): Promise<KnownSkill | undefined> {
    try {
      const known = await withSession(link, (session) => ask(session, skillPath), waitMs)
      if (known === undefined) shelf.drop(skillPath)
      else shelf.put(known)
      return known
    } catch (error) {
      throw failures.forSkill(error, skillPath)
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
