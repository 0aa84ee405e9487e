import type { JsonValue } from './types.ts'

type JsonObject = Record<string, JsonValue>

/** A character that may begin or mean something else than text somewhere in YAML: those texts are left to the library. */
const UNUSUAL = /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/
const KEY = /([A-Za-z][\w-]*):(?: +|$)/y
/** An unquoted text: its first character is no indicator and begins no number. */
const TEXT_START = /[A-Za-z(/$<=^;\u00a1-\uffff]/
const NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/
const VERSION = /^\d+\.\d+\.\d+$/
/** An item of a list in brackets that needs no quotes. */
const ITEM = /^[A-Za-z][^[\]{}"'`:#&*!|>%@]*$/
const BLOCK_HEADER = /^[|>]-?$/
/** Words that the core schema does not read as text. */
const NO_TEXT = /^(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$/

/**
 * Reads the plain form that most frontmatter has, one field a line, in a tenth of the time: texts, numbers and quoted
 * texts on one line, blocks of text, one level of maps and lists. `undefined` for all else, which says nothing about
 * it; what is read, is read as YAML reads it.
 */
export function readPlainYaml(text: string): JsonObject | undefined {
  if (UNUSUAL.test(text)) return undefined
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const fields: JsonObject = {}
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    const key = keyAt(line, 0)
    if (key === undefined || Object.hasOwn(fields, key.name)) return undefined
    const written = withoutBlanks(line.slice(key.end))
    const end = endOfIndented(lines, at + 1)
    const nested = lines.slice(at + 1, end)
    const value = nested.length === 0 ? scalar(written) : indented(written, nested)
    if (value === undefined) return undefined
    fields[key.name] = value
    at = end
  }
  return lines.length === 0 ? undefined : fields
}

/** The key that begins at a column, and where its value begins. */
function keyAt(line: string, column: number): { name: string; end: number } | undefined {
  KEY.lastIndex = column
  const name = KEY.exec(line)?.[1]
  return name === undefined || NO_TEXT.test(name) ? undefined : { name, end: KEY.lastIndex }
}

function endOfIndented(lines: string[], start: number): number {
  let end = start
  while (end < lines.length && lines[end]!.startsWith(' ')) end++
  return end
}

/** A value of one line; `undefined` where it is not plainly one. */
function scalar(written: string): JsonValue | undefined {
  const first = written[0] ?? ''
  if (first === '"' || first === "'") return quoted(written, first)
  if (first === '[') return flowList(written)
  if (VERSION.test(written)) return written
  if (NUMBER.test(written)) return Number(written)
  if (NO_TEXT.test(written)) return word(written)
  return TEXT_START.test(first) && isPlain(written) ? written : undefined
}

function word(written: string): boolean | null {
  if (/^[nN]/.test(written)) return null
  return /^[tT]/.test(written)
}

function flowList(written: string): JsonValue[] | undefined {
  if (!written.endsWith(']')) return undefined
  const inner = written.slice(1, -1)
  if (withoutBlanks(inner) === '') return []
  const items: JsonValue[] = []
  for (const part of inner.split(',')) {
    const item = withoutBlanks(part)
    const isText = ITEM.test(item) && !NO_TEXT.test(item)
    const value = isText ? item : /^["']/.test(item) ? quoted(item, item[0]!) : undefined
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}

function quoted(written: string, quote: string): string | undefined {
  const end = written.length - 1
  if (end < 1 || written.indexOf(quote, 1) !== end) return undefined
  return quote === '"' && written.includes('\\') ? undefined : written.slice(1, end)
}

function isPlain(written: string): boolean {
  return !written.includes(': ') && !written.includes(' #') && !written.endsWith(':')
}

/** A value of several lines, all indented alike. */
function indented(written: string, lines: string[]): JsonValue | undefined {
  const margin = /^ +/.exec(lines[0]!)![0].length
  if (!lines.every((line) => /^ *\S/.exec(line)?.[0].length === margin + 1)) return undefined
  const own = lines.map((line) => line.slice(margin))
  if (BLOCK_HEADER.test(written)) {
    return own.join(written[0] === '|' ? '\n' : ' ') + (written.endsWith('-') ? '' : '\n')
  }
  if (written !== '') return continued([written, ...own])
  return own[0]!.startsWith('- ') ? list(own) : map(own)
}

/** An unquoted text that goes on over several lines. */
function continued(lines: string[]): string | undefined {
  const text = lines.map(withoutBlanks).join(' ')
  const isText = TEXT_START.test(text[0]!) && isPlain(text) && lines.every((line) => !/^#|: *$/.test(line))
  return isText ? text : undefined
}

function map(lines: string[]): JsonObject | undefined {
  const fields: JsonObject = {}
  for (const line of lines) {
    const key = keyAt(line, 0)
    const value = key === undefined ? undefined : scalar(withoutBlanks(line.slice(key.end)))
    if (key === undefined || value === undefined || Object.hasOwn(fields, key.name)) return undefined
    fields[key.name] = value
  }
  return fields
}

function list(lines: string[]): JsonValue[] | undefined {
  const items: JsonValue[] = []
  for (const line of lines) {
    const value = line.startsWith('- ') ? scalar(withoutBlanks(line.slice(2))) : undefined
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}

/** Without spaces around it; other white space is text to YAML. */
function withoutBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === ' ') start++
  while (end > start && text[end - 1] === ' ') end--
  return text.slice(start, end)
}
