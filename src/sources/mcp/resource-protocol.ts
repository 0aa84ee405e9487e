import { childUri, uriOfPath } from '../../sep2640/uri-path.ts'
import { LIMITS } from '../../skill/limits.ts'
import { parseSkill } from '../../skill/parse.ts'
import type { SkillHead } from '../../skill/types.ts'
import { indexResources } from './index-resources.ts'
import type { McpLimits } from './limits.ts'
import { MANIFEST, type Manifest, parseManifest } from './manifest.ts'
import { readContent } from './read-content.ts'
import type { Session } from './session.ts'
import type { KnownSkill, SkillProtocol } from './skill-protocol.ts'
import type { McpSkillProtocol } from './types.ts'
import { isNotServed } from './upstream-error.ts'
import { walkPages } from './walk-pages.ts'

/** Bytes of a FastMCP manifest: 512 files with long names. */
const MANIFEST_BYTES = 512 * 1024

/**
 * Skills of servers without the Skills extension: FastMCP's provider protocol (`skill://{name}/SKILL.md` and
 * `skill://{name}/_manifest` among the resources, other files by a template), or plain `skill://…/SKILL.md` resources.
 * Their frontmatter is in the file alone, so a listing shows what the resource says and `get` reads the file.
 */
export function resourceProtocol(limits: McpLimits): SkillProtocol {
  return {
    needsListing: true,
    async list(session, { signal }) {
      if (session.capabilities.resources === undefined) {
        return { protocol: undefined, skills: [], diagnostics: [], ttlMs: undefined, fault: undefined }
      }
      const { items, ttlMs, fault } = await walkPages({
        session,
        method: 'resources/list',
        field: 'resources',
        limits,
        signal,
      })
      const { skills, diagnostics } = indexResources(items)
      return { protocol: protocolOf(skills), skills, diagnostics, ttlMs, fault }
    },
    async get(session, skillPath, { listed, signal }) {
      const uri = listed?.uri ?? childUri(uriOfPath(skillPath), 'SKILL.md')
      const bytes = await readIfServed(session, uri, { size: LIMITS.skillFileBytes, signal })
      if (bytes === undefined) return undefined
      const manifest = listed?.hasManifest === false ? undefined : await readManifest(session, uri, signal)
      return described(bytes, { skillPath, uri, listed, manifest })
    },
  }
}

function protocolOf(skills: readonly KnownSkill[]): McpSkillProtocol | undefined {
  if (skills.length === 0) return undefined
  return skills.some(({ hasManifest }) => hasManifest) ? 'fastmcp' : 'resources'
}

async function readManifest(
  session: Session,
  skillUri: string,
  signal: AbortSignal | undefined,
): Promise<Manifest | undefined> {
  const uri = childUri(folderOf(skillUri), MANIFEST)
  const bytes = await readIfServed(session, uri, { size: MANIFEST_BYTES, signal })
  return bytes === undefined ? undefined : parseManifest(bytes)
}

async function readIfServed(
  session: Session,
  uri: string,
  { size, signal }: { size: number; signal: AbortSignal | undefined },
): Promise<Uint8Array | undefined> {
  return readContent({ session, uri, size, signal }).catch((error: unknown) => {
    if (isNotServed(error)) return undefined
    throw error
  })
}

interface Described {
  skillPath: string
  uri: string
  listed: KnownSkill | undefined
  manifest: Manifest | undefined
}

/** What the file says of the skill; where it cannot be parsed, what the listing said, with the reasons. */
function described(bytes: Uint8Array, { skillPath, uri, listed, manifest }: Described): KnownSkill {
  const folderName = skillPath.split('/').at(-1)!
  const { skill, diagnostics } = parseSkill(bytes, { path: `${skillPath}/SKILL.md`, folderName })
  const { name, description, frontmatter, form, listable } =
    skill ?? listed?.summary ?? unknownHead(folderName)
  const files = manifest?.files ?? 'dynamic'
  return {
    summary: {
      skillPath,
      name,
      description,
      frontmatter,
      form,
      listable: listable && name === folderName,
      files,
    },
    diagnostics,
    uri,
    spelled: new Map(),
    hasManifest: manifest !== undefined,
    ...(files === 'dynamic' ? { knownPaths: manifest?.paths ?? listed?.knownPaths ?? [] } : {}),
  }
}

function unknownHead(name: string): SkillHead {
  const description = `MCP skill: ${name}`
  return { name, description, frontmatter: { name, description }, form: 'frontmatter', listable: false }
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'))
}
