import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { skillToWire } from '../sep2640/skill-to-wire.ts'
import type { WireSkill } from '../sep2640/wire.ts'
import type { SkillEntry } from '../sources/types.ts'
import { madeOnce, onceFor } from './made-once.ts'
import { byKey, invalidCursor, pageOf } from './page.ts'
import { sharedRuns } from './shared-runs.ts'

/** A skill's entry, and the path under which it is served. */
export interface ServedEntry {
  path: string
  entry: SkillEntry
}

/** One page of the listing; never changed once made. */
export interface SkillPage {
  entries: readonly ServedEntry[]
  nextCursor: string | undefined
}

/** One page of the listing from a cursor on. */
export type SkillPages = (cursor: string | undefined) => Promise<SkillPage>

/** Entries that are looked at side by side. */
const SIDE_BY_SIDE = 8

/**
 * The pages of `skills/list`. Each is true when it is begun; who asks for one while it is being made shares the next, since
 * looking at a hundred folders costs more than sending what was found.
 */
export function skillPages(catalog: Catalog, onWarning: (text: string) => void): SkillPages {
  const pages = sharedRuns(async (cursor: string): Promise<SkillPage> => {
    const page = pageOf(await published(catalog, {}), cursor === '' ? undefined : cursor, ({ uri }) => uri)
    return { entries: await entriesOf(page.items, onWarning), nextCursor: page.nextCursor }
  })
  return (cursor) => {
    if (cursor === '') throw invalidCursor()
    return pages(cursor ?? '')
  }
}

/** The page as `skills/list` answers it. */
export const pageToWire = onceFor(
  ({ entries, nextCursor }: SkillPage): { skills: WireSkill[]; nextCursor?: string } => ({
    skills: entries.map(entryToWire),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  }),
)

export function entryToWire({ path, entry: { frontmatter, files } }: ServedEntry): WireSkill {
  return skillToWire({ path, frontmatter, files })
}

/** The skill's entry as its source shows it now; `undefined` if there is none to be listed. */
export async function servedEntry(
  { from, path, summary }: PlacedSkill,
  options?: { signal: AbortSignal },
): Promise<ServedEntry | undefined> {
  const entry = await from.get(summary.skillPath, options)
  return entry === undefined || !entry.listable ? undefined : { path, entry }
}

/** The listable skills, sorted by URI. */
const published = madeOnce((skills) =>
  skills.filter(({ listable }) => listable).sort(byKey(({ uri }) => uri)),
)

async function entriesOf(
  skills: readonly PlacedSkill[],
  onWarning: (text: string) => void,
): Promise<ServedEntry[]> {
  const entries = Array.from<ServedEntry | undefined>({ length: skills.length })
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
): Promise<ServedEntry | undefined> {
  try {
    return await servedEntry(skill)
  } catch (error) {
    onWarning(
      `${skill.uri} is left out of skills/list: ${error instanceof Error ? error.message : 'unknown'}`,
    )
    return undefined
  }
}
