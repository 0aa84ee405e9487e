import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { kindOf } from './kind-of.ts'
import type { Place } from './place.ts'
import type { Frontmatter } from './types.ts'

const MAX_LENGTH = 500

/** The specification's `compatibility` is a text of 1 to 500 characters. */
export function checkCompatibility(frontmatter: Frontmatter, place: Place): Diagnostic[] {
  const compatibility = frontmatter['compatibility']
  if (compatibility === undefined) return []
  const report = (message: string, hint: string) => [
    diagnostic('COMPATIBILITY_INVALID', place.path, message, { line: place.lineOf('compatibility'), hint }),
  ]
  if (typeof compatibility !== 'string') {
    return report(
      `compatibility must be text, not ${kindOf(compatibility)}.`,
      'Write one sentence; put a number such as 1.0 in quotes.',
    )
  }
  if (compatibility === '')
    return report('compatibility is empty.', 'Remove the field, or say what is needed.')
  const length = [...compatibility].length
  if (length <= MAX_LENGTH) return []
  return report(`compatibility has ${length} characters; ${MAX_LENGTH} are allowed.`, 'Shorten it.')
}
