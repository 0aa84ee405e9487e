import type { Skill, SkillSource as WireSource } from '@modelcontextprotocol/server/ext/skills'
import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { SkillwayError } from '../errors.ts'
import { contentOf } from '../skill/content.ts'
import { skillToWire } from '../sep2640/skill-to-wire.ts'
import { unknownUri } from './protocol-error.ts'
import { directoryChildren } from './directory-children.ts'
import { readLocated } from './read-located.ts'
import { byKey, pageOf } from './page.ts'

/** The catalog as the Skills extension serves it (SEP-2640): listable skills at their canonical URIs. */
export function wireSource(catalog: Catalog): WireSource {
  const sorted = sortedListable(catalog)
  return {
    async list({ cursor }, { mcpReq: { signal } }) {
      const { items, nextCursor } = pageOf(await sorted(signal), cursor, ({ uri }) => uri)
      const entries = await Promise.all(items.map((skill) => entryOrNothing(skill, signal)))
      const skills = entries.filter((entry) => entry !== undefined)
      return nextCursor === undefined ? { skills } : { skills, nextCursor }
    },
    async get(uri, { mcpReq: { signal } }) {
      const location = await catalog.locate(uri, { signal })
      if (location?.skill === undefined || location.filePath !== 'SKILL.md') return undefined
      return wireEntry(location.skill, signal)
    },
    async read(uri, { mcpReq: { signal } }) {
      const { bytes, path } = await readLocated(catalog, uri, { signal })
      const content = contentOf(path, bytes)
      return content.type === 'text' ? { text: content.text, mimeType: content.mimeType } : content
    },
    async readDirectory(uri, { cursor }, { mcpReq: { signal } }) {
      const children = await directoryChildren(catalog, uri, { signal })
      if (children === undefined) throw unknownUri(uri, 'No directory is served')
      const { items, nextCursor } = pageOf(children, cursor, (child) => child.uri)
      return nextCursor === undefined ? { resources: items } : { resources: items, nextCursor }
    },
  }
}

/** The listable skills by URI, sorted once for each state of the catalog. */
function sortedListable(catalog: Catalog): (signal: AbortSignal) => Promise<readonly PlacedSkill[]> {
  let seen: readonly PlacedSkill[] | undefined
  let sorted: PlacedSkill[] = []
  return async (signal) => {
    const all = await catalog.placed({ signal })
    if (all !== seen) {
      sorted = all.filter(({ listable }) => listable).sort(byKey(({ uri }) => uri))
      seen = all
    }
    return sorted
  }
}

/** A skill that cannot be described now is left out of the page; it never takes the others with it. */
async function entryOrNothing(skill: PlacedSkill, signal: AbortSignal): Promise<Skill | undefined> {
  try {
    return await wireEntry(skill, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SkillwayError) return undefined
    throw error
  }
}

async function wireEntry(
  { from, path, summary }: PlacedSkill,
  signal: AbortSignal,
): Promise<Skill | undefined> {
  const entry = await from.get(summary.skillPath, { signal })
  if (entry === undefined || !entry.listable) return undefined
  return skillToWire({ path, frontmatter: entry.frontmatter, files: entry.files }) as Skill
}
