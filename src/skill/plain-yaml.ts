import { readPlainBlock } from './plain-block.ts'
import { readPlainScalar } from './plain-scalar.ts'
import { readsAsNoText } from './plain-words.ts'
import type { JsonValue } from './types.ts'

type JsonObject = Record<string, JsonValue>

/** A character that may begin or mean something else than text somewhere in YAML: those texts are left to the library. */
const UNUSUAL = /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/
/** A line of blanks may be part of a block of text. */
const BLANKS_ONLY = /^ +$/m
const KEY = /([A-Za-z][\w-]*):(?: +|$)/y
const BLOCK_HEADER = /^[|>]-?$/
/** Levels of maps and lists; few have more. */
const MAX_LEVELS = 8

/**
 * Reads the plain form that most frontmatter has, one field a line, in a tenth of the time: texts, numbers and quoted
 * texts on one line, JSON on one line, blocks of text, maps and lists by indentation. `undefined` for all else, which
 * says nothing about it; what is read, is read as YAML reads it.
 */
export function readPlainYaml(text: string): JsonObject | undefined {
  const unix = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  if (UNUSUAL.test(unix) || BLANKS_ONLY.test(unix)) return undefined
  const lines = unix.split('\n')
  while (lines.at(-1) === '') lines.pop()
  return readMap(lines, 0)
}

/** The fields of lines whose keys all stand `margin` blanks from the left. */
function readMap(lines: readonly string[], margin: number, level = 0): JsonObject | undefined {
  if (level === MAX_LEVELS) return undefined
  const fields: JsonObject = {}
  let last: string | undefined
  for (let at = 0; at < lines.length;) {
    if (lines[at] === '') {
      at++
      continue
    }
    const key = keyAt(lines[at]!, margin)
    if (key === undefined || Object.hasOwn(fields, key.name)) return undefined
    const written = withoutBlanks(lines[at]!.slice(key.end))
    const end = endOfValue(lines, at + 1, { margin, written })
    const nested = lines.slice(at + 1, lastWritten(lines, at, end) + 1)
    const value = nested.length === 0 ? readPlainScalar(written) : readNested(written, nested, level)
    if (value === undefined) return undefined
    fields[key.name] = value
    last = key.name
    at = end
  }
  return last === undefined ? undefined : fields
}

/** The key that begins after a margin, and where its value begins. */
function keyAt(line: string, margin: number): { name: string; end: number } | undefined {
  if (marginOf(line) !== margin) return undefined
  KEY.lastIndex = margin
  const name = KEY.exec(line)?.[1]
  return name === undefined || readsAsNoText(name) ? undefined : { name, end: KEY.lastIndex }
}

/** Where the lines of a value end: those farther right, and of a list also those right below its key. */
function endOfValue(
  lines: readonly string[],
  start: number,
  { margin, written }: { margin: number; written: string },
): number {
  let end = start
  while (end < lines.length && (lines[end] === '' || marginOf(lines[end]!) > margin)) end++
  if (written !== '' || lastWritten(lines, start - 1, end) >= start) return end
  while (end < lines.length && (lines[end] === '' || isItem(lines[end]!, margin))) end++
  return end
}

/** The last line before `end` that is not empty; `start` where there is none after it. */
function lastWritten(lines: readonly string[], start: number, end: number): number {
  let last = end - 1
  while (last > start && lines[last] === '') last--
  return last
}

/** A value of several lines. */
function readNested(written: string, lines: readonly string[], level: number): JsonValue | undefined {
  if (BLOCK_HEADER.test(written)) return readPlainBlock(written, lines)
  if (written !== '') return readContinued([written, ...lines])
  const first = lines.find((line) => line !== '')!
  const margin = marginOf(first)
  return isItem(first, margin) ? readList(lines, margin) : readMap(lines, margin, level + 1)
}

/** An unquoted text that goes on over several lines. */
function readContinued(lines: readonly string[]): JsonValue | undefined {
  const words = lines.map(withoutBlanks)
  if (words.some((line) => line === '' || line.startsWith('#') || line.endsWith(':'))) return undefined
  const value = /^["'[{]/.test(words[0]!) ? undefined : readPlainScalar(words.join(' '))
  return typeof value === 'string' ? value : undefined
}

function readList(lines: readonly string[], margin: number): JsonValue[] | undefined {
  const items: JsonValue[] = []
  for (const line of lines) {
    if (line === '') continue
    const value = isItem(line, margin) ? readPlainScalar(withoutBlanks(line.slice(margin + 2))) : undefined
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}

function isItem(line: string, margin: number): boolean {
  return line.startsWith('- ', margin) && marginOf(line) === margin
}

/** Blanks at the beginning of a line. */
function marginOf(line: string): number {
  let margin = 0
  while (line.charCodeAt(margin) === 0x20) margin++
  return margin
}

/** Without spaces around it; other white space is text to YAML. */
function withoutBlanks(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end--
  return text.slice(Math.min(marginOf(text), end), end)
}
