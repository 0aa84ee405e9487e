import { type Diagnostic, type DiagnosticCode, diagnostic } from './diagnostic.ts'
import { kindOf } from './kind-of.ts'
import type { Place } from './place.ts'
import type { Frontmatter } from './types.ts'

export interface DescriptionReading {
  /** Without white space around it; `undefined` where there is none. */
  description: string | undefined
  diagnostics: Diagnostic[]
}

/** Characters that the specification allows; code points, so that an emoji counts once. */
const MAX_LENGTH = 1024
const COMMENT = /:[ \t]+#/

/** The description of a skill: without one no model can tell when to use it. */
export function readDescription(frontmatter: Frontmatter, place: Place): DescriptionReading {
  const given = frontmatter['description'] ?? ''
  const report = (code: DiagnosticCode, message: string, hint: string) =>
    diagnostic(code, place.path, message, { line: place.lineOf('description'), hint })
  if (typeof given !== 'string') {
    const message = `The description must be text, not ${kindOf(given)}.`
    return failed(report('DESCRIPTION_NOT_STRING', message, 'Put it in quotes, or write it as one sentence.'))
  }
  const description = given.trim()
  if (description === '') {
    const hint = COMMENT.test(place.sourceOf('description') ?? '')
      ? 'Put it in quotes: YAML takes what follows # for a comment.'
      : 'Say what the skill does and when to use it: description: …'
    return failed(report('DESCRIPTION_MISSING', 'The skill has no description.', hint))
  }
  const length = given.length > MAX_LENGTH ? [...given].length : given.length
  if (length <= MAX_LENGTH) return { description, diagnostics: [] }
  const message = `The description has ${length} characters; ${MAX_LENGTH} are allowed.`
  const hint = `Cut ${length - MAX_LENGTH} of them, and move details into the text below the frontmatter.`
  return { description, diagnostics: [report('DESCRIPTION_TOO_LONG', message, hint)] }
}

function failed(found: Diagnostic): DescriptionReading {
  return { description: undefined, diagnostics: [found] }
}
