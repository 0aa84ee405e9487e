import { SkillwayError } from '../errors.ts'
import { diagnostic } from '../skill/diagnostic.ts'
import type { SkillSource, SourceCallOptions } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import type { SkillReference } from '../uri/parse.ts'
import { longestPath } from './longest-path.ts'
import { notFound } from './not-found.ts'
import { MAX_SAME_NAME, mountOf, placed, type Snapshot } from './snapshot.ts'
import type { PlacedSkill, Resolution, ResolvedBy } from './types.ts'

/** How many skill paths of one reference a server is asked for when no listing has the skill. */
const MAX_PROBES = 4

/** Finds the skill, and the file in it, that a reference means. The first way that finds one wins. */
export async function resolveReference(
  parsed: SkillReference,
  snapshot: Snapshot,
  sources: readonly SkillSource[],
  options?: SourceCallOptions,
): Promise<Resolution> {
  const resolution =
    resolveListed(parsed, snapshot) ??
    (await resolveUnlisted(parsed.segments, sources, options)) ??
    resolveLegacy(parsed, snapshot) ??
    resolveGuess(parsed, snapshot)
  if (resolution === undefined) throw notFound(parsed, snapshot)
  return resolution
}

function resolveListed(parsed: SkillReference, snapshot: Snapshot): Resolution | undefined {
  return (
    byPath(parsed.segments, snapshot.rooted, 'path') ??
    byPath(parsed.segments, snapshot.mounted, 'mount') ??
    byName(parsed, snapshot) ??
    byFolder(parsed.segments, snapshot)
  )
}

function byPath(segments: string[], paths: Map<string, PlacedSkill>, by: ResolvedBy): Resolution | undefined {
  const longest = longestPath(segments, (path) => paths.get(path))
  return longest && found(longest.found, longest.rest, by)
}

function byName({ form, segments, text }: SkillReference, { named }: Snapshot): Resolution | undefined {
  const whole = form === 'name' ? named.get(text) : undefined
  const skills = whole ?? named.get(segments[0]!)
  if (skills === undefined) return undefined
  return found(onlyOfItsSource(skills), whole ? [] : segments.slice(1), 'name')
}

/** The first of several skills with one name, unless its own source has another of that name. */
function onlyOfItsSource(skills: PlacedSkill[]): PlacedSkill {
  const [first] = skills
  const rivals = skills.filter(({ from }) => from === first!.from)
  if (rivals.length === 1) return first!
  const more = rivals.length - MAX_SAME_NAME
  const named = rivals.slice(0, MAX_SAME_NAME).map(({ uri }) => uri)
  const uris = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  throw new SkillwayError(
    'SKILL_AMBIGUOUS',
    `Skill name ${quote(first!.name)} means ${rivals.length} skills of source '${first!.source.label}': ${uris}`,
    { hint: 'Use one of these URIs instead of the name.' },
  )
}

/** Skills whose folder has another name than they have, by that folder. */
function byFolder(segments: string[], { skills }: Snapshot): Resolution | undefined {
  const longest = longestPath(segments, (path) =>
    skills.find(
      ({ from, summary }) => summary.folderPath !== undefined && mountOf(from) + summary.folderPath === path,
    ),
  )
  return longest && found(longest.found, longest.rest, 'folder')
}

async function resolveUnlisted(
  segments: string[],
  sources: readonly SkillSource[],
  options?: SourceCallOptions,
): Promise<Resolution | undefined> {
  const servers = sources.filter(({ kind }) => kind === 'mcp')
  const mounted = servers.filter(({ label }) => label === segments[0])
  const asked = mounted.length > 0 && segments.length > 1 ? mounted : servers
  const path = asked === mounted ? segments.slice(1) : segments
  const answers = await Promise.all(asked.map((server) => probe(server, path, options)))
  return answers.find((answer) => answer !== undefined)
}

async function probe(
  server: SkillSource,
  segments: string[],
  options?: SourceCallOptions,
): Promise<Resolution | undefined> {
  const longest = segments.at(-1) === 'SKILL.md' ? segments.length - 1 : segments.length
  for (let length = longest; length > 0 && length > longest - MAX_PROBES; length--) {
    const entry = await askFor(server, segments.slice(0, length).join('/'), options)
    if (entry === 'unavailable') return undefined
    if (entry !== undefined) return found(placed(server, entry), segments.slice(length), 'unlisted')
  }
  return undefined
}

/** A server that fails to answer holds nobody up: the reference is simply not found there. */
async function askFor(server: SkillSource, skillPath: string, options?: SourceCallOptions) {
  try {
    return await server.get(skillPath, options)
  } catch (error) {
    options?.signal?.throwIfAborted()
    if (!(error instanceof SkillwayError)) throw error
    return error.code === 'SOURCE_UNAVAILABLE' ? 'unavailable' : undefined
  }
}

/** AgentPool's earlier form with a provider segment: `skill://local/python-expert`. */
function resolveLegacy({ form, segments, text }: SkillReference, snapshot: Snapshot): Resolution | undefined {
  if (form !== 'uri' || segments[0] !== 'local' || segments.length < 2) return undefined
  const resolution = resolveListed({ form, segments: segments.slice(1), text }, snapshot)
  if (resolution === undefined) return undefined
  const message = `${quote(text)} is the old form with a provider segment; it was read as ${resolution.skill.uri}`
  const note = diagnostic('LEGACY_URI', resolution.skill.path, message, { hint: "Leave 'local/' out." })
  return { ...resolution, by: 'legacy', diagnostics: [note] }
}

/** The same again with `_` read as `-`, letters lower-cased and Unicode normalised, if exactly one skill fits. */
function resolveGuess({ segments, text }: SkillReference, snapshot: Snapshot): Resolution | undefined {
  for (let length = segments.length; length > 0; length--) {
    const wanted = folded(segments.slice(0, length).join('/'))
    const fitting = snapshot.skills.filter(
      ({ path, name }) => folded(path) === wanted || (length === 1 && folded(name) === wanted),
    )
    if (fitting.length !== 1) continue
    const [skill] = fitting
    const message = `${quote(text)} was read as ${skill!.uri}`
    const note = diagnostic('NAME_GUESSED', skill!.path, message, { hint: 'Write the name as it is listed.' })
    return { ...found(skill!, segments.slice(length), 'guess'), diagnostics: [note] }
  }
  return undefined
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('_', '-')
}

function found(skill: PlacedSkill, rest: string[], by: ResolvedBy): Resolution {
  const filePath = rest.length === 0 ? undefined : rest.join('/')
  return { skill, filePath: filePath === 'SKILL.md' ? undefined : filePath, by, diagnostics: [] }
}
