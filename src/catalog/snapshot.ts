import { type Diagnostic, diagnostic } from '../skill/diagnostic.ts'
import type { SkillSource, SkillSummary, SourceCallOptions, SourceListing } from '../sources/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { listingOf } from './listing-of.ts'
import type { PlacedSkill } from './types.ts'

/** What all sources show at one moment, indexed for resolution. Never changed once made. */
export interface Snapshot {
  /** Folder and memory sources first, then MCP servers; within a source as it lists them. */
  skills: PlacedSkill[]
  /** Skills at the root of the name space, by path. */
  rooted: Map<string, PlacedSkill>
  /** Skills of mounted sources, by mount and path. */
  mounted: Map<string, PlacedSkill>
  /** Skills by name, best first. */
  named: Map<string, PlacedSkill[]>
  diagnostics: Diagnostic[]
}

/** Other skills of one name that are named with each of them. */
export const MAX_SAME_NAME = 20

/**
 * A function that asks every source for its listing and gives one snapshot; the same snapshot again while no source
 * has anything new.
 */
export function snapshotOf(
  sources: readonly SkillSource[],
): (options?: SourceCallOptions) => Promise<Snapshot> {
  let listings: SourceListing[] = []
  let snapshot: Snapshot | undefined
  return async (options) => {
    const fresh = await Promise.all(sources.map((source) => listingOf(source, options)))
    const changed = snapshot === undefined || fresh.some((listing, index) => listing !== listings[index])
    if (changed) {
      listings = fresh
      snapshot = buildSnapshot(sources, fresh)
    }
    return snapshot!
  }
}

/** The prefix under which a source's skills appear: none for folders and memory, the label for a server. */
export function mountOf(source: SkillSource): string {
  return source.kind === 'mcp' ? `${source.label}/` : ''
}

/** A skill of a source with its place in the catalog. */
export function placed(source: SkillSource, summary: SkillSummary): PlacedSkill {
  const path = mountOf(source) + summary.skillPath
  return {
    name: summary.name,
    description: summary.description,
    uri: formatSkillUri(path),
    source: { label: source.label, kind: source.kind },
    frontmatter: summary.frontmatter,
    listable: summary.listable,
    collisions: [],
    path,
    from: source,
    summary,
  }
}

function buildSnapshot(sources: readonly SkillSource[], listings: SourceListing[]): Snapshot {
  const snapshot: Snapshot = {
    skills: [],
    rooted: new Map(),
    mounted: new Map(),
    named: new Map(),
    diagnostics: [],
  }
  for (const [index, source] of sources.entries()) {
    const listing = listings[index]!
    for (const finding of listing.diagnostics) snapshot.diagnostics.push({ ...finding, source: source.label })
    for (const summary of listing.skills) addSkill(snapshot, placed(source, summary))
  }
  for (const skills of snapshot.named.values()) if (skills.length > 1) recordCollision(snapshot, skills)
  return snapshot
}

function addSkill(snapshot: Snapshot, skill: PlacedSkill): void {
  const paths = mountOf(skill.from) === '' ? snapshot.rooted : snapshot.mounted
  const winner = paths.get(skill.path)
  if (winner !== undefined) {
    snapshot.diagnostics.push(shadowed(skill, winner))
    return
  }
  paths.set(skill.path, skill)
  snapshot.skills.push(skill)
  const sameName = snapshot.named.get(skill.name)
  if (sameName === undefined) snapshot.named.set(skill.name, [skill])
  else sameName.push(skill)
}

function shadowed(skill: PlacedSkill, winner: PlacedSkill): Diagnostic {
  const message = `Skill '${skill.name}' of source '${skill.source.label}' is hidden: source '${winner.source.label}' comes first and has the same path`
  const hint = 'Rename one of the two skills, or change the order of the sources.'
  return { ...diagnostic('NAME_SHADOWED', skill.path, message, { hint }), source: skill.source.label }
}

/** One server can give thousands of skills the same name: no more than the first few are named with each. */
function recordCollision(snapshot: Snapshot, skills: PlacedSkill[]): void {
  const named = skills.slice(0, MAX_SAME_NAME + 1)
  for (const skill of skills) {
    const others = named.filter((other) => other !== skill).slice(0, MAX_SAME_NAME)
    skill.collisions = others.map(({ uri }) => uri)
  }
  const [winner, ...others] = named
  const more = skills.length - named.length
  const reach = [
    ...others.map(({ uri, source }) => `${uri} (${source.label})`),
    ...(more > 0 ? [`${more} more`] : []),
  ].join(', ')
  const message = `Name '${winner!.name}' is served more than once: ${winner!.uri} (${winner!.source.label}) wins; also ${reach}`
  const hint = 'Use the URI to reach the others, or rename a skill.'
  snapshot.diagnostics.push({
    ...diagnostic('NAME_COLLISION', winner!.path, message, { hint }),
    source: winner!.source.label,
  })
}
