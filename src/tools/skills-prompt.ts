import type { Catalog, CatalogSkill } from '../catalog/types.ts'
import { SkillwayError } from '../errors.ts'
import { catalogPrompt } from './catalog-prompt.ts'
import type { PromptMessage } from './match-skills.ts'

/** What goes into a prompt: see `skillsPrompt`. */
export interface SkillsPromptOptions {
  /** Default `description`. */
  mode?: 'description' | 'matcher' | 'all' | undefined
  /** Characters at the most. Default 12,000. */
  budget?: number | undefined
  /** The conversation, for `matcher`. */
  messages?: readonly PromptMessage[] | undefined
  /** Names or URIs of skills whose instructions are there in mode `matcher` whatever was said. */
  alwaysActive?: readonly string[] | undefined
  /** Skills that may match. Default 3. */
  maxMatches?: number | undefined
  signal?: AbortSignal | undefined
}

/** Bodies that may be too long for what is left before no further one is tried. */
const MAX_MISSES = 10

/**
 * The skills as text for a system prompt, in one of AgentPool's three modes. `description`: what there is, as `catalogPrompt`.
 * `matcher`: before it the instructions of the skills that fit the user's last messages. `all`: the instructions of every
 * local skill. Instructions of remote skills are never there; a model loads them, and sees whose they are. Instructions that
 * do not fit the budget are left out whole, counted, and stand in the list.
 *
 * @throws SkillwayError `SKILL_NOT_FOUND` for an `alwaysActive` that is not there, and those of loading
 */
export async function skillsPrompt(catalog: Catalog, options: SkillsPromptOptions = {}): Promise<string> {
  const { mode = 'description', budget = 12_000, signal } = options
  const { forModels } = await import('../catalog/for-models.ts')
  const view = forModels(catalog)
  const skills = await view.placed({ signal })
  const wanted = mode === 'description' ? [] : await wantedSkills(view, skills, { ...options, mode })
  const room = budget - Math.min(catalogPrompt(skills, budget).length, Math.floor(budget / 4))
  const { blocks, shown } = await instructions(view, wanted, { room, signal })
  const left = wanted.length - shown.size
  const parts = [...blocks, ...(left === 0 ? [] : [leftOut(left)])]
  const rest = skills.filter(({ uri }) => !shown.has(uri))
  const used = parts.reduce((sum, part) => sum + part.length + 2, 0)
  if (rest.length > 0 || parts.length === 0) parts.push(catalogPrompt(rest, budget - used))
  return parts.join('\n\n')
}

/** Local skills whose instructions the mode asks for, those first that must not be missing. */
async function wantedSkills(
  view: Catalog,
  skills: readonly CatalogSkill[],
  { mode, messages = [], alwaysActive = [], maxMatches = 3, signal }: SkillsPromptOptions,
): Promise<CatalogSkill[]> {
  if (mode === 'all') return skills.filter(isLocal).toSorted((a, b) => compare(a.name, b.name))
  const always: CatalogSkill[] = []
  for (const reference of alwaysActive) always.push((await view.resolve(reference, { signal })).skill)
  const { matchSkills } = await import('./match-skills.ts')
  const matching = await matchSkills(view, messages, { limit: maxMatches, signal })
  const wanted = new Map([...always, ...matching].filter(isLocal).map((skill) => [skill.uri, skill]))
  return [...wanted.values()]
}

function isLocal({ source }: CatalogSkill): boolean {
  return source.kind !== 'mcp'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

async function instructions(
  view: Catalog,
  wanted: readonly CatalogSkill[],
  { room, signal }: { room: number; signal: AbortSignal | undefined },
): Promise<{ blocks: string[]; shown: Set<string> }> {
  const blocks: string[] = []
  const shown = new Set<string>()
  let free = room - leftOut(wanted.length).length - 2
  let misses = 0
  for (const skill of wanted) {
    if (misses === MAX_MISSES) break
    const block = await blockOf(view, skill, signal)
    if (block === undefined) continue
    if (block.length + 2 > free) {
      misses++
      continue
    }
    free -= block.length + 2
    blocks.push(block)
    shown.add(skill.uri)
  }
  return { blocks, shown }
}

/** `undefined` for a skill that went away, or that cannot be loaded: the list names it, and loading says why. */
async function blockOf(
  view: Catalog,
  skill: CatalogSkill,
  signal?: AbortSignal,
): Promise<string | undefined> {
  try {
    const { skillBlock } = await import('./skill-block.ts')
    const { name, uri, text } = await view.load(skill.uri, { signal })
    return skillBlock({ name, uri, text })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof SkillwayError) return undefined
    throw error
  }
}

function leftOut(count: number): string {
  return `<skills_left_out count="${count}">Their instructions did not fit here. Call load_skill to read them.</skills_left_out>`
}
