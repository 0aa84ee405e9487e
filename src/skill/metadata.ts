import { quote } from '../text/quote.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { kindOf } from './kind-of.ts'
import type { Place } from './place.ts'
import type { Frontmatter } from './types.ts'

/** How many keys a message names. */
const MAX_NAMED = 5

/** The specification's `metadata` maps texts to texts; anything else is kept and served as it is. */
export function checkMetadata(frontmatter: Frontmatter, place: Place): Diagnostic[] {
  const metadata = frontmatter['metadata']
  if (metadata === undefined) return []
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    const message = `metadata must map keys to texts, and is ${kindOf(metadata)}.`
    const hint = 'Write "key: value" lines below metadata:, indented, or remove it.'
    return [diagnostic('METADATA_NOT_MAP', place.path, message, { line: place.lineOf('metadata'), hint })]
  }
  const odd = Object.entries(metadata).filter(([, value]) => typeof value !== 'string')
  if (odd.length === 0) return []
  const named = odd.slice(0, MAX_NAMED).map(([key, value]) => `${quote(key)} is ${kindOf(value)}`)
  const more = odd.length > MAX_NAMED ? `, and ${odd.length - MAX_NAMED} more` : ''
  const message = `Values of metadata must be texts: ${named.join(', ')}${more}.`
  const hint = 'Put numbers, dates and true or false in quotes; keep nested data in a file of the skill.'
  return [diagnostic('METADATA_NOT_STRING', place.path, message, { line: place.lineOf('metadata'), hint })]
}
