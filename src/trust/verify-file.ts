import { SkillwayError } from '../errors.ts'
import { digestOf } from '../skill/digest.ts'
import { LIMITS } from '../skill/limits.ts'
import { parseSkill } from '../skill/parse.ts'
import { tooLarge } from '../sources/read-errors.ts'
import type { SkillEntry } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import { fieldChanges } from './entry-changes.ts'

/**
 * Passes only bytes that the entry promises: size and digest of any file, and for `SKILL.md` also every field of its
 * frontmatter. Files of a dynamic entry have no digests; their `SKILL.md` is still compared (SEP-2640, loading).
 *
 * @throws SkillwayError `VERIFICATION_FAILED`, `TOO_LARGE`
 */
export function verifyFile(entry: SkillEntry, filePath: string, bytes: Uint8Array): void {
  if (entry.files !== 'dynamic') verifyDigest(entry, filePath, bytes)
  else if (bytes.length > LIMITS.fileBytes) throw tooLarge(entry.skillPath, filePath, LIMITS.fileBytes)
  if (filePath === 'SKILL.md') verifyFrontmatter(entry, bytes)
}

/** The error for content that is not what its entry promises. */
export function verificationFailed(entry: SkillEntry, filePath: string, why: string): SkillwayError {
  return new SkillwayError(
    'VERIFICATION_FAILED',
    `File ${quote(filePath)} in skill ${quote(entry.name)} was refused: ${why}`,
    {
      hint: 'Its source changed the skill or serves other content than it lists. Load the skill again; if it fails again, tell whoever runs the source.',
    },
  )
}

function verifyDigest(entry: SkillEntry, filePath: string, bytes: Uint8Array): void {
  const file = entry.files !== 'dynamic' && entry.files.find(({ path }) => path === filePath)
  if (!file) throw verificationFailed(entry, filePath, 'the entry of the skill does not list it')
  if (bytes.length !== file.size) {
    throw verificationFailed(entry, filePath, `it has ${bytes.length} bytes, its entry says ${file.size}`)
  }
  if (digestOf(bytes) !== file.digest) {
    throw verificationFailed(entry, filePath, 'its digest is not the one that its entry says')
  }
}

function verifyFrontmatter(entry: SkillEntry, bytes: Uint8Array): void {
  const folderName = (entry.folderPath ?? entry.skillPath).split('/').at(-1)!
  const { skill } = parseSkill(bytes, { path: `${entry.skillPath}/SKILL.md`, folderName })
  if (skill === undefined) throw verificationFailed(entry, 'SKILL.md', 'its frontmatter cannot be read')
  const [difference] = fieldChanges(entry.frontmatter, skill.frontmatter)
  if (difference === undefined) return
  throw verificationFailed(
    entry,
    'SKILL.md',
    `the field ${quote(difference.field)} of its frontmatter is not what its entry says`,
  )
}
