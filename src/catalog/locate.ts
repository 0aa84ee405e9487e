import { SkillwayError } from '../errors.ts'
import type { SkillSource, SourceCallOptions } from '../sources/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { parseReference } from '../uri/parse.ts'
import type { Deciding } from './deciding-snapshot.ts'
import { longestPath } from './longest-path.ts'
import { placed } from './snapshot.ts'
import type { PlacedSkill } from './types.ts'

/** How many skill paths of one URI a server is asked for when no listing has the skill. */
const MAX_PROBES = 4

/** What a canonical URI stands for. */
export interface Location {
  /** The innermost skill that holds it; none for a folder above skills. */
  skill: PlacedSkill | undefined
  /** Path in the skill: empty for the skill's folder. */
  filePath: string
  /** The whole path in the catalog. */
  path: string
}

type Decide = (segments: readonly string[], options?: SourceCallOptions) => Promise<Deciding>

/**
 * What a URI means to the protocol: no names, no guesses, one spelling. A skill that no listing shows is asked for at the
 * server under whose label the URI stands. `undefined` for anything that is not a canonical URI.
 */
export async function locateUri(
  uri: string,
  { sources, decide }: { sources: readonly SkillSource[]; decide: Decide },
  options?: SourceCallOptions,
): Promise<Location | undefined> {
  const segments = canonicalSegments(uri)
  if (segments === undefined) return undefined
  const { snapshot } = await decide(segments, options)
  const path = segments.join('/')
  const listed = longestPath(segments, (each) => snapshot.rooted.get(each) ?? snapshot.mounted.get(each))
  if (listed !== undefined) return { skill: listed.found, filePath: listed.rest.join('/'), path }
  return (await unlisted(segments, sources, options)) ?? { skill: undefined, filePath: '', path }
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

/** A skill that no listing shows, asked for at its server (SEP-2640: a listing may be partial). */
async function unlisted(
  [label, ...segments]: string[],
  sources: readonly SkillSource[],
  options?: SourceCallOptions,
): Promise<Location | undefined> {
  const server = sources.find((source) => source.kind === 'mcp' && source.label === label)
  if (server === undefined) return undefined
  const longest = segments.at(-1) === 'SKILL.md' ? segments.length - 1 : segments.length
  for (let length = longest; length > 0 && length > longest - MAX_PROBES; length--) {
    const entry = await server.get(segments.slice(0, length).join('/'), options)
    if (entry === undefined) continue
    const filePath = segments.slice(length).join('/')
    return { skill: placed(server, entry), filePath, path: [label, ...segments].join('/') }
  }
  return undefined
}
