import type { Catalog, CatalogSkill, PlacedSkill } from '../catalog/types.ts'
import { isUserInvocable } from '../skill/invocable.ts'

/** A skill as a prompt: the name that a person types, and the skill that it means. */
export interface SkillPrompt {
  name: string
  skill: PlacedSkill
}

/**
 * The skills that a person may start, as prompts sorted by name. A prompt is called as its skill; where that name means
 * another skill or cannot be typed as a command, by the skill's path with every other character as a hyphen.
 */
export function promptsOf(catalog: Catalog): (signal: AbortSignal) => Promise<readonly SkillPrompt[]> {
  let seen: readonly PlacedSkill[] | undefined
  let prompts: SkillPrompt[] = []
  return async (signal) => {
    const skills = await catalog.placed({ signal })
    if (skills !== seen) {
      prompts = namedPrompts(skills)
      seen = skills
    }
    return prompts
  }
}

const TYPEABLE = /^[\p{L}\p{N}_-]{1,64}$/u

function namedPrompts(skills: readonly PlacedSkill[]): SkillPrompt[] {
  const byName = new Map<string, PlacedSkill>()
  for (const skill of skills.filter(({ frontmatter }) => isUserInvocable(frontmatter))) {
    byName.set(freeName(skill, byName), skill)
  }
  return [...byName]
    .map(([name, skill]) => ({ name, skill }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function freeName(skill: PlacedSkill, taken: Map<string, unknown>): string {
  for (const name of [
    skill.name,
    skill.path.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, ''),
  ]) {
    if (TYPEABLE.test(name) && !taken.has(name)) return name
  }
  const stem = skill.path.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 56) || 'skill'
  let number = 2
  while (taken.has(`${stem}-${number}`)) number++
  return `${stem}-${number}`
}

/** What a client shows of the argument: the author's hint, else that there may be one. */
export function argumentDescription({ frontmatter }: Pick<CatalogSkill, 'frontmatter'>): string {
  const hint = frontmatter['argument-hint']
  return typeof hint === 'string' && hint.trim() !== '' ? hint : 'Arguments of the skill, as one string'
}
