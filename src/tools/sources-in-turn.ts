import type { CatalogSkill } from '../catalog/types.ts'

/**
 * The skills of all sources in turn, each source's in its own order: where a list ends early, a large source has left room for
 * those after it.
 */
export function sourcesInTurn(skills: readonly CatalogSkill[]): CatalogSkill[] {
  const ranked: { skill: CatalogSkill; turn: number }[] = []
  const turns = new Map<string, number>()
  for (const skill of skills) {
    const turn = turns.get(skill.source.label) ?? 0
    turns.set(skill.source.label, turn + 1)
    ranked.push({ skill, turn })
  }
  return ranked.sort((a, b) => a.turn - b.turn).map(({ skill }) => skill)
}
