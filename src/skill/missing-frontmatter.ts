import { quote } from '../text/quote.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import type { FrontmatterSearch } from './find-frontmatter.ts'
import { LIMITS } from './limits.ts'

type Missing = Extract<FrontmatterSearch, { found: 'nothing' | 'unclosed' | 'too-large' }>

const KIB = 1024
/** Bytes of the first line that are repeated. */
const MAX_ECHO = 96

/** Says why a file's frontmatter was not found, and what to do about it. */
export function missingFrontmatter(search: Missing, bytes: Uint8Array, path: string): Diagnostic {
  const { line } = search
  switch (search.found) {
    case 'unclosed': {
      const hint = 'Put a line of just --- between the frontmatter and the text of the skill.'
      return diagnostic('FRONTMATTER_UNCLOSED', path, 'The frontmatter is never closed.', { line, hint })
    }
    case 'too-large': {
      const message = `The frontmatter is not closed within ${LIMITS.frontmatterBytes / KIB} KiB.`
      const hint =
        'Put a line of just --- behind the last field, and what is long into the text or into other files.'
      return diagnostic('FRONTMATTER_TOO_LARGE', path, message, { line, hint })
    }
    case 'nothing': {
      const firstLine = Buffer.from(bytes.subarray(search.start, search.end).subarray(0, MAX_ECHO))
        .toString()
        .trim()
      const begins = firstLine === '' ? 'is empty' : `begins with ${quote(firstLine)}`
      const message = `There is no frontmatter: the file ${begins}.`
      return diagnostic('FRONTMATTER_MISSING', path, message, { line, hint: hintFor(firstLine) })
    }
  }
}

function hintFor(firstLine: string): string {
  if (/^[\w-]+:(?:\s|$)/.test(firstLine)) return 'Put a line of just --- before the first field.'
  if (/^-{2,}|^[‐-―]/.test(firstLine)) return 'Write the first line as exactly three hyphens: ---'
  return 'Begin the file with ---, a name, a description, and --- again, each on a line of its own.'
}
