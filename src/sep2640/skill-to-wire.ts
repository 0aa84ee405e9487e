import type { Frontmatter, SkillFile } from '../skill/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import type { WireSkill } from './wire.ts'

/** What of a skill goes into its entry. */
export interface PublishedSkill {
  /** Path under which it is served: its mount and its path in its source. */
  path: string
  frontmatter: Frontmatter
  files: SkillFile[] | 'dynamic'
}

/**
 * A skill as `skills/list` and `skills/get` answer it. Only the path is Skillway's: frontmatter, digests and sizes go out
 * as they came in, so that a client verifies what the skill's own origin promised.
 */
export function skillToWire({ path, frontmatter, files }: PublishedSkill): WireSkill {
  return {
    uri: formatSkillUri(path, 'SKILL.md'),
    frontmatter,
    resources:
      files === 'dynamic'
        ? files
        : files.map((file) => ({
            uri: formatSkillUri(path, file.path),
            digest: file.digest,
            size: file.size,
          })),
  }
}
