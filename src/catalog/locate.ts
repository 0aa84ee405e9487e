import { SkillwayError } from '../errors.ts'
import type { SkillSource, SourceCallOptions } from '../sources/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { parseReference } from '../uri/parse.ts'
import { placed, type Snapshot } from './snapshot.ts'
import type { PlacedSkill } from './types.ts'

/** What a canonical URI stands for. */
export interface Location {
  /** The innermost skill that holds it; none for a folder above skills. */
  skill: PlacedSkill | undefined
  /** Path in the skill: empty for the skill's folder. */
  filePath: string
  /** The whole path in the catalog. */
  path: string
}

/**
 * What a URI means to the protocol: no names, no guesses, one spelling. A skill that no listing shows is asked for at the
 * server under whose label the URI stands. `undefined` for anything that is not a canonical URI.
 */
export async function locateUri(
  uri: string,
  snapshot: Snapshot,
  sources: readonly SkillSource[],
  options?: SourceCallOptions,
): Promise<Location | undefined> {
  const segments = canonicalSegments(uri)
  if (segments === undefined) return undefined
  const path = segments.join('/')
  for (let length = segments.length; length > 0; length--) {
    const skillPath = segments.slice(0, length).join('/')
    const skill = snapshot.rooted.get(skillPath) ?? snapshot.mounted.get(skillPath)
    if (skill !== undefined) return { skill, filePath: segments.slice(length).join('/'), path }
  }
  const skill = await unlisted(segments, sources, options)
  return skill === undefined ? { skill, filePath: '', path } : { skill, filePath: 'SKILL.md', path }
}

function canonicalSegments(uri: string): string[] | undefined {
  try {
    const { form, segments } = parseReference(uri)
    return form === 'uri' && formatSkillUri(segments.join('/')) === uri ? segments : undefined
  } catch (error) {
    if (error instanceof SkillwayError) return undefined
    throw error
  }
}

/** A skill whose `SKILL.md` the URI names, asked for at its server (SEP-2640: a listing may be partial). */
async function unlisted(
  [label, ...segments]: string[],
  sources: readonly SkillSource[],
  options?: SourceCallOptions,
): Promise<PlacedSkill | undefined> {
  const server = sources.find((source) => source.kind === 'mcp' && source.label === label)
  if (server === undefined || segments.length < 2 || segments.at(-1) !== 'SKILL.md') return undefined
  const entry = await server.get(segments.slice(0, -1).join('/'), options)
  return entry === undefined ? undefined : placed(server, entry)
}
