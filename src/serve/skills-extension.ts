import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import {
  GetSkillRequestParamsSchema,
  ListSkillsRequestParamsSchema,
  ReadResourceDirectoryRequestParamsSchema,
} from '@modelcontextprotocol/core/ext/skills'
import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { skillToWire } from '../sep2640/skill-to-wire.ts'
import { SKILLS_EXTENSION, type WireSkill } from '../sep2640/wire.ts'
import { directoryChildren } from './directory-children.ts'
import { madeOnce } from './made-once.ts'
import { byKey, invalidCursor, type Page, pageOf } from './page.ts'
import { translated, unknownUri } from './protocol-error.ts'
import { sharedRuns } from './shared-runs.ts'

/** Entries that are looked at side by side. */
const SIDE_BY_SIDE = 8

/** One page of the listing from a cursor on. */
export type SkillPages = (cursor: string | undefined) => Promise<{ skills: WireSkill[]; nextCursor?: string }>

/**
 * The pages of `skills/list`. Each is true when it is begun; who asks for one while it is being made shares the next, since
 * looking at a hundred folders costs more than sending what was found.
 */
export function skillPages(catalog: Catalog, onWarning: (text: string) => void): SkillPages {
  const pages = sharedRuns(async (cursor: string) => {
    const page = pageOf(await published(catalog, {}), cursor === '' ? undefined : cursor, ({ uri }) => uri)
    return { skills: await entriesOf(page.items, onWarning), ...next(page) }
  })
  return (cursor) => {
    if (cursor === '') throw invalidCursor()
    return pages(cursor ?? '')
  }
}

/**
 * Serves the catalog over the Skills extension (SEP-2640): listable skills at their canonical URIs. An entry goes out as its
 * skill is; the SDK's own extension would leave out what its idea of the Agent Skills specification does not know.
 */
export function registerSkillsExtension(server: McpServer, catalog: Catalog, pages: SkillPages): void {
  server.server.registerCapabilities({ extensions: { [SKILLS_EXTENSION]: { directoryRead: true } } })
  server.server.setRequestHandler(
    'skills/list',
    { params: ListSkillsRequestParamsSchema },
    ({ cursor }, context) => translated(async () => ({ ...(await pages(cursor)), ...freshness(context) })),
  )
  server.server.setRequestHandler('skills/get', { params: GetSkillRequestParamsSchema }, ({ uri }, context) =>
    translated(async () => {
      const { signal } = context.mcpReq
      const location = await catalog.locate(uri, { signal })
      const isSkill = location?.skill !== undefined && location.filePath === 'SKILL.md'
      const skill = isSkill ? await wireEntry(location.skill!, { signal }) : undefined
      if (skill === undefined) throw unknownUri(uri, 'No skill is served')
      return { skill, ...freshness(context) }
    }),
  )
  server.server.setRequestHandler(
    'resources/directory/read',
    { params: ReadResourceDirectoryRequestParamsSchema },
    ({ uri, cursor }, context) =>
      translated(async () => {
        const children = await directoryChildren(catalog, uri, { signal: context.mcpReq.signal })
        if (children === undefined) throw unknownUri(uri, 'No directory is served')
        const page = pageOf(children, cursor, (child) => child.uri)
        return { resources: page.items, ...next(page), ...freshness(context) }
      }),
  )
}

/** The listable skills, sorted by URI. */
const published = madeOnce((skills) =>
  skills.filter(({ listable }) => listable).sort(byKey(({ uri }) => uri)),
)

function next({ nextCursor }: Page<unknown>): { nextCursor?: string } {
  return nextCursor === undefined ? {} : { nextCursor }
}

/** Any answer may be another in a moment; the older protocol has no words for that. */
function freshness({ mcpReq: { envelope } }: ServerContext): { ttlMs?: number; cacheScope?: 'private' } {
  return envelope === undefined ? {} : { ttlMs: 0, cacheScope: 'private' }
}

async function entriesOf(
  skills: readonly PlacedSkill[],
  onWarning: (text: string) => void,
): Promise<WireSkill[]> {
  const entries = Array.from<WireSkill | undefined>({ length: skills.length })
  const queue = skills.entries()
  const work = async () => {
    for (const [index, skill] of queue) entries[index] = await entryOrNothing(skill, onWarning)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  return entries.filter((entry) => entry !== undefined)
}

/** A skill that cannot be described now is left out of the page, with a warning; it never takes the others with it. */
async function entryOrNothing(
  skill: PlacedSkill,
  onWarning: (text: string) => void,
): Promise<WireSkill | undefined> {
  try {
    return await wireEntry(skill)
  } catch (error) {
    onWarning(
      `${skill.uri} is left out of skills/list: ${error instanceof Error ? error.message : 'unknown'}`,
    )
    return undefined
  }
}

async function wireEntry(
  { from, path, summary }: PlacedSkill,
  options?: { signal: AbortSignal },
): Promise<WireSkill | undefined> {
  const entry = await from.get(summary.skillPath, options)
  if (entry === undefined || !entry.listable) return undefined
  return skillToWire({ path, frontmatter: entry.frontmatter, files: entry.files })
}
