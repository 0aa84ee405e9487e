import { isKnownField } from './known-fields.ts'
import { keyOf } from './value-line.ts'

/** A value that YAML refused, as it can only be meant: as text. */
export interface TextValue {
  /** The value as YAML takes it, in double quotes. */
  quoted: string
  /** What YAML did not take, as a clause. */
  why: string
}

const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/
const BLOCK_HEADER = /^[|>][-+0-9]*(?:[ \t]+#.*)?$/
const WHOLE_DOUBLE = /^"(?:[^"\\]|\\.)*"(?:[ \t]+#.*)?$/
const TEXT_AFTER_QUOTE = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*[^\s#]/
/** A tag before prose; one before anything else would be meant as a tag. */
const TAG_AND_PROSE = /^![A-Za-z][\w-]*[ \t]+[A-Za-z]/
const RESERVED = /^(?:[@`%,\]}&|>]|[-?:](?=\s))/

/**
 * The value of one line, and of the lines that continue it, as quoted text; `undefined` where it may be meant as
 * something else. `anchors` are the names that aliases can refer to.
 */
export function asText(lines: string[], anchors: Set<string>): TextValue | undefined {
  const value = lines[0]!
  if (lines.some((line) => UNPRINTABLE.test(line)) || BLOCK_HEADER.test(value)) return undefined
  if (lines.slice(1).some(beginsKnownField)) return undefined
  if (WHOLE_DOUBLE.test(value)) return lines.length === 1 ? withoutEscapes(value) : undefined
  const why = whyText(value, lines, anchors)
  return why === undefined ? undefined : { quoted: JSON.stringify(fold(lines)), why }
}

/** True for a field of its own that is indented by mistake: it must not vanish in the text before it. */
function beginsKnownField(line: string): boolean {
  const key = keyOf(line)?.key
  return key !== undefined && isKnownField(key)
}

function whyText(value: string, lines: string[], anchors: Set<string>): string | undefined {
  switch (value[0]) {
    case '"':
    case "'":
      return TEXT_AFTER_QUOTE.test(value) ? 'text follows a closing quote' : undefined
    case '[':
    case '{':
      return textAfterBracket(value) ? 'text follows a closing bracket' : undefined
    case '!':
      return TAG_AND_PROSE.test(value) ? "an unquoted value begins with '!'" : undefined
    case '*':
      return anchors.has(/^\*([^\s,[\]{}]*)/.exec(value)![1]!)
        ? undefined
        : "an unquoted value begins with '*'"
    default:
      if (RESERVED.test(value)) return `an unquoted value begins with '${value[0]}'`
      if (lines.some((line) => /:(?:\s|$)/.test(line))) return "an unquoted value has ': ' in it"
      return lines.length > 1 ? 'a line does not continue the value before it' : undefined
  }
}

/** True for `[a] [b]`, `{a} b`, `{{a}}`: brackets that open and close, but not one list or map. */
function textAfterBracket(value: string): boolean {
  let depth = 0
  for (let at = 0; at < value.length; at++) {
    if ('[{'.includes(value[at]!)) depth++
    if (']}'.includes(value[at]!) && --depth === 0) {
      return /^\s*[^\s#]/.test(value.slice(at + 1)) || /^\{\{[^{}]*\}\}/.test(value)
    }
  }
  return false
}

/** Lines joined as YAML joins them: a blank between two, blank lines as line breaks; comments are left out. */
function fold(lines: string[]): string {
  let text = ''
  let breaks = 0
  for (const line of lines) {
    const part = withoutComment(line.trim())
    if (part === '' && line.trim() !== '') continue
    if (part === '') breaks++
    else {
      text += (text === '' ? '' : breaks === 0 ? ' ' : '\n'.repeat(breaks)) + part
      breaks = 0
    }
  }
  return text
}

/** Without what is surely a comment: `#42` behind a blank may be text, `# 42` may not. */
function withoutComment(line: string): string {
  for (let at = line.indexOf('#'); at !== -1; at = line.indexOf('#', at + 1)) {
    if (isBlank(line[at - 1]) && isBlank(line[at + 1])) return line.slice(0, at).trimEnd()
  }
  return line
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\t'
}

/** Whoever writes one backslash that begins no escape means every backslash as it stands. */
function withoutEscapes(value: string): TextValue | undefined {
  const quoted = value.replace(/\\([^])/g, (escape, next: string) =>
    next === '"' || next === '\\' ? escape : `\\\\${next}`,
  )
  return quoted === value ? undefined : { quoted, why: 'a backslash in double quotes begins no escape' }
}
