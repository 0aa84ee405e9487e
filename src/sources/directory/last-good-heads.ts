import type { SkillHead } from '../../skill/types.ts'
import type { FoundSkill } from './scan-types.ts'

/** Remembers what skills were before they became unreadable. */
export interface LastGoodHeads {
  /** Takes note of a scan; skills that it has not found are forgotten. */
  learn(skills: readonly FoundSkill[]): void
  /**
   * The head of a skill. One that is being rewritten, or was broken by an edit, keeps the head that it had, so that it does
   * not vanish under those who use it; it is not listable meanwhile. Only the head is kept: reading the skill gives the bytes
   * that are there.
   */
  headOf(skill: FoundSkill): SkillHead | undefined
}

export function lastGoodHeads(): LastGoodHeads {
  let heads = new Map<string, SkillHead>()
  return {
    learn(skills) {
      const next = new Map<string, SkillHead>()
      for (const skill of skills) {
        const head = skill.head.parsed.skill ?? heads.get(keyOf(skill))
        if (head !== undefined) next.set(keyOf(skill), head)
      }
      heads = next
    },
    headOf(skill) {
      const { parsed, witnesses } = skill.head
      if (parsed.skill !== undefined || witnesses.length === 0) return parsed.skill
      const head = heads.get(keyOf(skill))
      return head === undefined ? undefined : { ...head, listable: false }
    },
  }
}

function keyOf({ root, folderPath }: FoundSkill): string {
  return `${root}:${folderPath}`
}
