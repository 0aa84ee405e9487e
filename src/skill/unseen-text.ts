import { quote } from '../text/quote.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { lineAt } from './line-at.ts'
import type { Place } from './place.ts'
import type { Frontmatter, JsonValue } from './types.ts'

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const CONTROL_OR_TAB = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/
/** Form feeds and carriage returns are white space of a text file. */
const CONTROL_IN_BODY = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/
/** A double-quoted value with a `\t`: most likely a Windows path, where a tab in the file itself is white space. */
const TAB_ESCAPE = /:[ \t]+".*\\t/

/** Control and hidden characters in the fields: kept, but nobody who reads the file sees what a model reads. */
export function checkUnseenInFields(frontmatter: Frontmatter, place: Place): Diagnostic[] {
  return Object.entries(frontmatter).flatMap(([field, value]) => {
    const text = typeof value === 'string' ? value : textsIn(value)
    const isEscape = text.includes('\t') && TAB_ESCAPE.test(place.sourceOf(field) ?? '')
    const control = isEscape ? CONTROL_OR_TAB : CONTROL
    const what = () => `The field ${quote(field)}`
    return unseen(text, { what, control, path: place.path, lineOf: () => place.lineOf(field) })
  })
}

/** The same in the text below the frontmatter, which begins at `firstLine` where that is known. */
export function checkUnseenInBody(body: string, path: string, firstLine: number | undefined): Diagnostic[] {
  const lineOf = (index: number) =>
    firstLine === undefined ? undefined : firstLine - 1 + lineAt(body, index)
  return unseen(body, { what: () => 'The text of the skill', control: CONTROL_IN_BODY, path, lineOf })
}

interface UnseenOptions {
  what(): string
  control: RegExp
  path: string
  lineOf(index: number): number | undefined
}

function unseen(text: string, { what, control, path, lineOf }: UnseenOptions): Diagnostic[] {
  const found: Diagnostic[] = []
  const match = control.exec(text)
  if (match !== null) {
    const code = match[0].codePointAt(0)!
    const message = `${what()} has a control character, U+${code.toString(16).toUpperCase().padStart(4, '0')}.`
    const hint = 'Remove it; for a backslash in a value use single quotes instead of double ones.'
    found.push(diagnostic('CONTROL_CHARACTER', path, message, { line: lineOf(match.index), hint }))
  }
  const hidden = hiddenCharacters(text)
  if (hidden !== undefined) {
    const { count, index, kinds } = hidden
    const message = `${what()} hides ${count === 1 ? 'a character' : `${count} characters`}: ${kinds.join(', ')}.`
    const hint = 'Remove them unless you know why they are there: a model reads what a person cannot see.'
    found.push(diagnostic('HIDDEN_UNICODE', path, message, { line: lineOf(index), hint }))
  }
  return found
}

function textsIn(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const parts = Array.isArray(value)
    ? value.map(textsIn)
    : Object.entries(value).flatMap(([key, item]) => [key, textsIn(item)])
  return parts.join('\n')
}
