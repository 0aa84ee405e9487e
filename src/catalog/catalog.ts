import { SkillwayError } from '../errors.ts'
import { onFirstUse } from '../on-first-use.ts'
import type { SkillSource, SourceCallOptions } from '../sources/types.ts'
import { unlessAborted } from '../sources/unless-aborted.ts'
import { quote } from '../text/quote.ts'
import { parseReference } from '../uri/parse.ts'
import type { Ranked } from './search.ts'
import type { Snapshot } from './snapshot.ts'
import type {
  Catalog,
  CatalogListing,
  CatalogSkill,
  ListOptions,
  PlacedSkill,
  Resolution,
  SkillTree,
} from './types.ts'

// A program that only lists, or has not called anything yet, waits for none of these.
const resolving = onFirstUse(() => import('./resolve.ts'))
const locating = onFirstUse(() => import('./locate.ts'))
const loading = onFirstUse(() => import('./load.ts'))
const reading = onFirstUse(() => import('./read.ts'))
const explaining = onFirstUse(() => import('./explain.ts'))
const searching = onFirstUse(() => import('./search.ts'))

const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/

/**
 * Many sources seen as one: folders and memory at the root of the name space, MCP servers under their labels.
 * The order given is the priority of equal names, folders before servers. The catalog closes the sources.
 *
 * @throws SkillwayError `CONFIG_INVALID` if a label is not valid or used twice
 */
export function createCatalog(given: readonly SkillSource[]): Catalog {
  const sources = inPriority(given)
  const taking = onFirstUse(async () => (await import('./snapshot.ts')).snapshotOf(sources))
  const snapshot: TakeSnapshot = async (options) => (await taking())(options)
  const search = searchIn(snapshot)
  const deciding = onFirstUse(async () =>
    (await import('./deciding-snapshot.ts')).decidingSnapshot(sources, snapshot),
  )
  const resolve = async (reference: string, options?: SourceCallOptions) => {
    const parsed = parseReference(reference)
    const [{ resolveReference }, decide] = await Promise.all([resolving(), deciding()])
    const decided = await decide(parsed.segments, options)
    const resolution = await resolveReference(parsed, decided.snapshot, sources, options)
    return { ...resolution, diagnostics: [...resolution.diagnostics, ...decided.notes] }
  }

  return {
    sources,
    resolve: (reference, options) => unlessAborted(options?.signal, () => resolve(reference, options)),
    locate: (uri, options) =>
      unlessAborted(options?.signal, async () => {
        const [{ locateUri }, decide] = await Promise.all([locating(), deciding()])
        return locateUri(uri, { sources, decide }, options)
      }),
    placed: (options) => unlessAborted(options?.signal, async () => (await snapshot(options)).skills),
    list: (options = {}) => unlessAborted(options.signal, () => list(options, snapshot, search)),
    load: (reference, options) =>
      unlessAborted(options?.signal, async () => {
        const { loadResolved } = await loading()
        return loadResolved(await resolve(reference, options), options)
      }),
    read: (reference, options) =>
      unlessAborted(options?.signal, async () => {
        const { readResolved } = await reading()
        return readResolved(await resolve(reference, options), options)
      }),
    tree: (reference, options) =>
      unlessAborted(options?.signal, async () => treeOf(await resolve(reference, options), options)),
    search: (query, { limit = 10, signal } = {}) =>
      unlessAborted(signal, async () => {
        const ranked = await search(query, { signal })
        return ranked.slice(0, limit).map(({ skill, score }) => ({ ...shown(skill), score }))
      }),
    explain: (reference, options) =>
      unlessAborted(options?.signal, async () => {
        const resolution = await resolve(reference, options)
        const { explainResolved } = await explaining()
        return explainResolved(reference, resolution, await snapshot(options), options)
      }),
    watch(onChange) {
      const stops = sources.map((source) => source.watch?.(onChange))
      return () => stops.forEach((stop) => stop?.())
    },
    close: () => closeAll(sources),
    [Symbol.asyncDispose]: () => closeAll(sources),
  }
}

function inPriority(given: readonly SkillSource[]): SkillSource[] {
  const labels = new Set<string>()
  for (const { label } of given) {
    if (typeof label !== 'string' || !LABEL.test(label))
      throw badLabel(String(label), 'is not a valid source label')
    if (labels.has(label)) throw badLabel(label, 'is the label of two sources')
    labels.add(label)
  }
  return [...given.filter(({ kind }) => kind !== 'mcp'), ...given.filter(({ kind }) => kind === 'mcp')]
}

function badLabel(label: string, problem: string): SkillwayError {
  return new SkillwayError('CONFIG_INVALID', `${quote(label)} ${problem}`, {
    hint: 'Give each source its own label: a letter or digit, then up to 62 letters, digits, "-" or "_".',
  })
}

async function list(options: ListOptions, snapshot: TakeSnapshot, search: Search): Promise<CatalogListing> {
  const { query, source, offset = 0, limit, signal } = options
  const { skills, diagnostics } = await snapshot({ signal })
  const matching =
    query === undefined || (typeof query === 'string' && query.trim() === '')
      ? skills
      : (await search(query, { signal })).map(({ skill }) => skill)
  const chosen = source === undefined ? matching : matching.filter((skill) => skill.source.label === source)
  const end = limit === undefined ? undefined : offset + limit
  return { skills: chosen.slice(offset, end).map(shown), total: chosen.length, diagnostics }
}

async function treeOf(resolution: Resolution, options: SourceCallOptions = {}): Promise<SkillTree> {
  const { skill, diagnostics } = resolution
  const { entryOf, filesOf } = await loading()
  const entry = await entryOf(skill, options)
  const { name, uri, source } = skill
  return { name, uri, source, files: filesOf(entry), diagnostics: [...diagnostics, ...entry.diagnostics] }
}

type TakeSnapshot = (options?: SourceCallOptions) => Promise<Snapshot>
type Search = (query: string, options?: SourceCallOptions) => Promise<Ranked[]>

/** Search over the current snapshot; the library and the index are loaded and built when somebody first searches. */
function searchIn(snapshot: TakeSnapshot): Search {
  let indexed: Snapshot | undefined
  let ranked: (query: string) => Ranked[]
  return async (query, options) => {
    const current = await snapshot(options)
    const { searchOver } = await searching()
    if (indexed !== current) {
      ranked = searchOver(current.skills)
      indexed = current
    }
    return ranked(query)
  }
}

/** A skill without what only the layers below may touch. */
function shown({
  name,
  description,
  uri,
  source,
  frontmatter,
  listable,
  collisions,
}: PlacedSkill): CatalogSkill {
  return { name, description, uri, source, frontmatter, listable, collisions }
}

async function closeAll(sources: readonly SkillSource[]): Promise<void> {
  const results = await Promise.allSettled(sources.map((source) => source.close?.()))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
