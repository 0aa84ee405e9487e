import {
  type Skill,
  SkillsExtension,
  type SkillSource as WireSource,
} from '@modelcontextprotocol/server/ext/skills'
import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { skillToWire } from '../sep2640/skill-to-wire.ts'
import { contentOf } from '../skill/content.ts'
import { directoryChildren } from './directory-children.ts'
import { madeOnce } from './made-once.ts'
import { byKey, pageOf } from './page.ts'
import { translated, unknownUri } from './protocol-error.ts'
import { readLocated } from './read-located.ts'

/** Entries that are looked at side by side. */
const SIDE_BY_SIDE = 8

/** The Skills extension over a catalog (SEP-2640): listable skills at their canonical URIs. It serves any number of connections. */
export function skillsExtension(catalog: Catalog, onWarning: (text: string) => void): SkillsExtension {
  return new SkillsExtension({
    source: wireSource(catalog, onWarning),
    onWarning: ({ path, message }) => onWarning(`${path}: ${message}`),
  })
}

function wireSource(catalog: Catalog, onWarning: (text: string) => void): WireSource {
  return {
    list: ({ cursor }, { mcpReq: { signal } }) =>
      translated(async () => {
        const listed = await published(catalog, { signal })
        const { items, nextCursor } = pageOf(listed, cursor, ({ uri }) => uri)
        const skills = await entriesOf(items, { signal, onWarning })
        return nextCursor === undefined ? { skills } : { skills, nextCursor }
      }),
    get: (uri, { mcpReq: { signal } }) =>
      translated(async () => {
        const location = await catalog.locate(uri, { signal })
        const isSkill = location?.skill !== undefined && location.filePath === 'SKILL.md'
        const entry = isSkill ? await wireEntry(location.skill!, signal) : undefined
        if (entry === undefined) throw unknownUri(uri, 'No skill is served')
        return entry
      }),
    read: (uri, { mcpReq: { signal } }) =>
      translated(async () => {
        const { bytes, path } = await readLocated(catalog, uri, { signal })
        const content = contentOf(path, bytes)
        return content.type === 'text' ? { text: content.text, mimeType: content.mimeType } : content
      }),
    readDirectory: (uri, { cursor }, { mcpReq: { signal } }) =>
      translated(async () => {
        const children = await directoryChildren(catalog, uri, { signal })
        if (children === undefined) throw unknownUri(uri, 'No directory is served')
        const { items, nextCursor } = pageOf(children, cursor, (child) => child.uri)
        return nextCursor === undefined ? { resources: items } : { resources: items, nextCursor }
      }),
  }
}

/** The listable skills, sorted by URI. */
const published = madeOnce((skills) =>
  skills.filter(({ listable }) => listable).sort(byKey(({ uri }) => uri)),
)

interface EntryOptions {
  signal: AbortSignal
  onWarning: (text: string) => void
}

async function entriesOf(skills: readonly PlacedSkill[], options: EntryOptions): Promise<Skill[]> {
  const entries = Array.from<Skill | undefined>({ length: skills.length })
  const queue = skills.entries()
  const work = async () => {
    for (const [index, skill] of queue) entries[index] = await entryOrNothing(skill, options)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  return entries.filter((entry) => entry !== undefined)
}

/** A skill that cannot be described now is left out of the page, with a warning; it never takes the others with it. */
async function entryOrNothing(
  skill: PlacedSkill,
  { signal, onWarning }: EntryOptions,
): Promise<Skill | undefined> {
  try {
    return await wireEntry(skill, signal)
  } catch (error) {
    signal.throwIfAborted()
    onWarning(
      `${skill.uri} is left out of skills/list: ${error instanceof Error ? error.message : 'unknown'}`,
    )
    return undefined
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
