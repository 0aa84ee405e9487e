/** A folder in which skills are looked for; given by the operator, so it may itself be a link. */
export interface DirectoryRoot {
  /** Absolute. */
  path: string
  /** How diagnostics call it, never an absolute path: `.claude/skills`, `~/.claude/skills`. */
  shown: string
  /** True if a missing folder is nothing to talk about, as for the folders that clients use by default. */
  optional?: boolean
}
