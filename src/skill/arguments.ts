import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { codeRegions } from './code-regions.ts'
import { diagnostic, type Diagnostic } from './diagnostic.ts'
import { replacePlaceholders, type ArgumentDialect, type Placeholder } from './placeholders.ts'
import { splitArguments } from './split-arguments.ts'

export interface ArgumentInput {
  /** All arguments as one string. Without it nothing in the body changes, not even an escape. */
  arguments: string | undefined
  /** `bash` where it is left out. */
  dialect?: ArgumentDialect | undefined
  /** True if the frontmatter declares `arguments` or `argument-hint`: then code is filled in as well. */
  declared: boolean
  /** The names in the frontmatter's `arguments`, in their order; only the dialect `claude` has names. */
  names?: readonly string[] | undefined
  /** The file that the body is from, for diagnostics. */
  path?: string | undefined
}

/** Characters that a text may have with its arguments put in; a short body can hold a great many placeholders. */
const MAX_LENGTH = 8 * 1024 * 1024
/** Placeholders that a diagnostic names. */
const MAX_NAMED = 10

/**
 * The body of a skill with the arguments put in, in one pass. Code spans and fenced blocks stay as they are unless the
 * skill declares arguments; arguments that no placeholder asks for are appended.
 *
 * @throws SkillwayError `TOO_LARGE`
 */
export function substituteArguments(
  body: string,
  input: ArgumentInput,
): { text: string; diagnostics: Diagnostic[] } {
  const { arguments: given, declared, path = 'SKILL.md' } = input
  if (given === undefined) return { text: body, diagnostics: [] }
  const words = splitArguments(given)
  const missing = new Set<string>()
  let isAskedFor = false
  let length = body.length
  const fill = (placeholder: Placeholder, written: string) => {
    isAskedFor = true
    const value = placeholder === 'all' ? given : words[placeholder.position]
    if (value === undefined) missing.add(written)
    const filledIn = value ?? (isNamed(placeholder) ? '' : written)
    length += filledIn.length - written.length
    if (length > MAX_LENGTH) throw tooLong(path)
    return filledIn
  }
  const grammar = { dialect: input.dialect ?? 'bash', names: positionsOf(input.names ?? []) }
  const change = (part: string) => replacePlaceholders(part, grammar, fill)
  const replaced = declared ? change(body) : changeOutsideCode(body, change)
  const isUnused = words.length > 0 && !isAskedFor
  return {
    text: isUnused ? `${replaced.trimEnd()}\n\nARGUMENTS: ${given}` : replaced,
    diagnostics: missing.size === 0 ? [] : [argumentMissing([...missing], words.length, path)],
  }
}

/** A named argument is optional: without it, nothing stands in its place. */
function isNamed(placeholder: Placeholder): boolean {
  return placeholder !== 'all' && placeholder.name !== undefined
}

function positionsOf(names: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>()
  for (const [position, name] of names.entries()) {
    if (!positions.has(name)) positions.set(name, position)
  }
  return positions
}

function changeOutsideCode(body: string, change: (part: string) => string): string {
  let text = ''
  let at = 0
  for (const { start, end } of codeRegions(body)) {
    text += change(body.slice(at, start)) + body.slice(start, end)
    at = end
  }
  return text + change(body.slice(at))
}

function argumentMissing(placeholders: string[], given: number, path: string): Diagnostic {
  const named = placeholders.slice(0, MAX_NAMED).join(', ')
  const more = placeholders.length > MAX_NAMED ? ` and ${placeholders.length - MAX_NAMED} more` : ''
  const message = `No argument for ${named}${more}: ${given} ${given === 1 ? 'was' : 'were'} given`
  const hint = `Give more arguments; in the skill, \\${placeholders[0]} is plain text that asks for none.`
  return diagnostic('ARGUMENT_MISSING', path, message, { hint })
}

function tooLong(path: string): SkillwayError {
  const message = `With its arguments put in, ${quote(path)} is longer than ${MAX_LENGTH} characters`
  return new SkillwayError('TOO_LARGE', message, {
    hint: 'Give shorter arguments, or put long material into a file of the skill.',
  })
}
