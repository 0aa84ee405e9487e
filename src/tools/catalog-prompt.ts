import type { CatalogSkill } from '../catalog/types.ts'
import { oneLine } from '../text/one-line.ts'
import { truncate } from '../text/truncate.ts'
import { escapeXml } from './escape-xml.ts'
import { sourcesInTurn } from './sources-in-turn.ts'

/** Characters of a description that are kept before whole skills are left out. */
const MIN_DESCRIPTION = 60
const MAX_DESCRIPTION = 1024
/** Characters of a line beside name, URI and description. */
const FRAME = '<skill name="" uri=""></skill>'.length

/**
 * The skills as a block for a prompt, one line each, escaped, in at most `budget` characters. Where they do not fit,
 * all descriptions are shortened alike first, then skills are left out and their number is given: every source has its share,
 * and of each source the first skills are there.
 */
export function catalogPrompt(skills: readonly CatalogSkill[], budget: number): string {
  const longest = longestThatFits(skills, budget)
  const lines = new Map<CatalogSkill, string>()
  let room = budget - wrapped([], skills.length).length
  for (const skill of sourcesInTurn(skills)) {
    if (FRAME + skill.uri.length + 1 > room) continue
    const line = skillLine(skill, longest)
    if (line.length + 1 > room) continue
    room -= line.length + 1
    lines.set(skill, line)
  }
  const shown = skills.flatMap((skill) => lines.get(skill) ?? [])
  return wrapped(shown, skills.length - shown.length)
}

function wrapped(lines: string[], left: number): string {
  const more =
    left === 0 ? [] : [`<more count="${left}">Call list_skills or search_skills to see them.</more>`]
  return ['<available_skills>', ...lines, ...more, '</available_skills>'].join('\n')
}

/** The description length at which all skills fit, found by halving; the least where none does. */
function longestThatFits(skills: readonly CatalogSkill[], budget: number): number {
  const room = budget - wrapped([], skills.length).length
  let low = MIN_DESCRIPTION
  let high = MAX_DESCRIPTION
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(skills, middle, room)) low = middle
    else high = middle - 1
  }
  return low
}

function fits(skills: readonly CatalogSkill[], longest: number, room: number): boolean {
  let used = 0
  return skills.every((skill) => (used += skillLine(skill, longest).length + 1) <= room)
}

function skillLine({ name, description, uri, source }: CatalogSkill, longest: number): string {
  const text = oneLine(description)
  const short = truncate(text, longest)
  const origin = source.kind === 'mcp' ? ` source="${source.label}"` : ''
  const shown = escapeXml(short === text ? text : `${short.trimEnd()}…`)
  return `<skill name="${escapeXml(oneLine(name))}" uri="${escapeXml(uri)}"${origin}>${shown}</skill>`
}
