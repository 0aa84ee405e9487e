import { quote } from '../text/quote.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { isKnownField, knownFieldLike } from './known-fields.ts'
import type { Place } from './place.ts'
import type { Frontmatter } from './types.ts'

/** Fields that are reported one by one. */
const MAX_REPORTED = 20

/** Fields that neither the specification nor a client documents. They are kept and served; a typo shows up here. */
export function checkUnknownFields(frontmatter: Frontmatter, place: Place): Diagnostic[] {
  const unknown = Object.keys(frontmatter).filter((field) => !isKnownField(field))
  return unknown.slice(0, MAX_REPORTED).map((field) => {
    const like = knownFieldLike(field)
    const hint =
      like === undefined
        ? 'Keep it below metadata: if it is your own.'
        : `If ${like} is meant, write it like that.`
    const message = `The field ${quote(field)} is not one of the specification; it is kept as it is.`
    return diagnostic('UNKNOWN_FIELD', place.path, message, { line: place.lineOf(field), hint })
  })
}
