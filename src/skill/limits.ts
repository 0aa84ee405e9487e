/** What Skillway reads at the most. The publication limits are SEP-2640's; both bounds are inclusive. */
export const LIMITS = {
  /** Bytes of frontmatter that are parsed. */
  frontmatterBytes: 64 * 1024,
  /** Bytes of a `SKILL.md`. */
  skillFileBytes: 1024 * 1024,
  /** Bytes of any one file. */
  fileBytes: 16 * 1024 * 1024,
  /** Files of one skill. */
  skillFiles: 512,
  /** Bytes of all files of one skill. */
  skillBytes: 16 * 1024 * 1024,
  /** Levels of folders below a root where skills are looked for. */
  scanDepth: 6,
} as const
