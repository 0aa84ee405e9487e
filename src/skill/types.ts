import type { Diagnostic } from './diagnostic.ts'

/** A value as JSON has it; frontmatter holds nothing else. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** The frontmatter of a `SKILL.md`, every field as the author wrote it. */
export type Frontmatter = Record<string, JsonValue>

/** Everything that the head of a `SKILL.md` tells. */
export interface SkillHead {
  /** The frontmatter's `name`, or the folder's where it has none. */
  name: string
  description: string
  frontmatter: Frontmatter
  /** `heading`: written as AgentPool's documentation shows it, without frontmatter. */
  form: 'frontmatter' | 'heading'
  /** True only if another host that parses the same bytes sees the same frontmatter, and the name obeys the specification. */
  listable: boolean
}

/** A parsed `SKILL.md`. */
export interface SkillDocument extends SkillHead {
  /** All that follows the frontmatter, as it stands in the file. */
  body: string
}

/** What parsing gives: the skill where it can be read at all, and everything worth saying about it. */
export interface Parsed<T> {
  skill: T | undefined
  diagnostics: Diagnostic[]
}

/** One file of a skill, as SEP-2640 lists it. */
export interface SkillFile {
  /** `/`-separated, relative to the skill's folder, not encoded. */
  path: string
  /** Bytes. */
  size: number
  /** `sha256:` and 64 lowercase hex digits over the raw bytes. */
  digest: string
}
