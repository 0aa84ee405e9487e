import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'

/** Bytes that one path segment may have at the most, as on common file systems. */
const MAX_SEGMENT_BYTES = 255
/** Bytes that a whole path may have at the most. */
export const MAX_PATH_BYTES = 1024
/** Characters that a reference may have at the most; every path of 1,024 bytes fits, percent-encoded. */
const MAX_LENGTH = 4096

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const DRIVE_LETTER = /^[A-Za-z]:/
/** Names that need no closer look: nearly all that exist. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/**
 * Refuses a decoded path segment that could mean anything but a plain name inside its folder.
 * `whole` is the text that the segment came from, for the message.
 */
export function checkSegment(segment: string, whole: string): string {
  if (segment.length <= MAX_SEGMENT_BYTES && PLAIN.test(segment)) return segment
  refuseControls(segment, whole)
  if (segment === '') throw invalid(whole, 'it has an empty segment')
  if (segment === '.' || segment === '..' || /[/\\]/.test(segment) || DRIVE_LETTER.test(segment)) {
    throw traversal(whole)
  }
  if (!segment.isWellFormed()) throw invalid(whole, 'it is not valid Unicode')
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
    throw invalid(whole, `a segment is longer than ${MAX_SEGMENT_BYTES} bytes`)
  }
  return segment
}

/** True if a file or folder of this name can be addressed by a URI. */
export function isAddressable(segment: string): boolean {
  try {
    checkSegment(segment, segment)
    return true
  } catch (error) {
    if (error instanceof SkillwayError) return false
    throw error
  }
}

/** Refuses a reference that is too long to be looked at any closer. */
export function refuseEndless(reference: string): void {
  if (reference.length > MAX_LENGTH) throw invalid(reference, `it is longer than ${MAX_LENGTH} characters`)
}

/** Refuses what may never stand in a reference, encoded or not: NUL and the other control characters. */
export function refuseControls(text: string, whole: string): void {
  if (text.includes('\0')) {
    throw new SkillwayError('NULL_BYTE', `Security error: Null byte in path: ${quote(whole)}`, {
      hint: 'Remove the null byte from the name or path.',
    })
  }
  if (CONTROL.test(text)) throw invalid(whole, 'it has a control character')
}

/** The error for a reference that tries to leave its skill. */
export function traversal(whole: string): SkillwayError {
  return new SkillwayError(
    'PATH_TRAVERSAL',
    `Security error: Path traversal detected in URI: ${quote(whole)}`,
    {
      hint: /^\.{1,2}(?:[/\\]|$)/.test(whole)
        ? 'A path on disk is no reference: use the name of the skill, such as python-expert.'
        : 'Use a plain path inside the skill, such as references/guide.md.',
    },
  )
}

/** The error for a reference that does not follow the grammar. */
export function invalid(whole: string, why: string): SkillwayError {
  return new SkillwayError('INVALID_URI', `Invalid skill name or URI ${quote(whole)}: ${why}`, {
    hint: "Use a skill's name such as python-expert, or a URI such as skill://python-expert/references/guide.md.",
  })
}
