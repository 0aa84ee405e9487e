import type { CatalogSkill, PlacedSkill } from '../catalog/types.ts'
import { isUserInvocable } from '../skill/invocable.ts'
import { madeOnce } from './made-once.ts'
import { byKey } from './page.ts'

/** A skill as a prompt: the name that a person types, and the skill that it means. */
export interface SkillPrompt {
  name: string
  skill: PlacedSkill
}

/** The prompts of one state of a catalog. */
export interface SkillPrompts {
  /** By name. */
  sorted: readonly SkillPrompt[]
  named: ReadonlyMap<string, SkillPrompt>
}

/**
 * The skills that a person may start, as prompts sorted by name. A prompt is called as its skill; where that name means
 * another skill or cannot be typed as a command, by the skill's path with every other character as a hyphen.
 */
export const promptsOf = madeOnce(skillPrompts)

const TYPEABLE = /^[\p{L}\p{N}_-]{1,64}$/u

function skillPrompts(skills: readonly PlacedSkill[]): SkillPrompts {
  const named = new Map<string, SkillPrompt>()
  for (const skill of skills) {
    if (!isUserInvocable(skill.frontmatter)) continue
    const name = freeName(skill, named)
    named.set(name, { name, skill })
  }
  return { named, sorted: [...named.values()].sort(byKey(({ name }) => name)) }
}

function freeName(skill: PlacedSkill, taken: ReadonlyMap<string, unknown>): string {
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
