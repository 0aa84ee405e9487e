import type { Frontmatter } from '../skill/types.ts'

/** The name under which a server declares the Skills extension in `capabilities.extensions`. */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

/** A skill as `skills/list` and `skills/get` carry it. */
export interface WireSkill {
  /** Of the skill's `SKILL.md`. */
  uri: string
  frontmatter: Frontmatter
  resources: WireFile[] | 'dynamic'
}

/** One file of a skill in its entry. */
interface WireFile {
  uri: string
  digest: string
  size: number
}
