import { readPlainJson } from './plain-json.ts'
import { meaningOf, readsAsNoText } from './plain-words.ts'
import type { JsonValue } from './types.ts'

/** An unquoted text: its first character is no indicator and begins no number. */
const TEXT_START = /^[A-Za-z(/$<=^;\u00a1-\uffff]/
const NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/
const VERSION = /^\d+\.\d+\.\d+$/
/** A text that begins like a number, with a letter that is in none: not of hex digits, `0x`, `0o`, exponents. */
const NO_NUMBER = /^\d.*[g-nq-wyzG-NQ-WYZ]/
/** An item of a list in brackets that needs no quotes. */
const ITEM = /^[A-Za-z][^[\]{}"'`:#&*!|>%@]*$/
const IN_DOUBLE_QUOTES = /^"(?:[^"\\]|\\["\\/nt])*"$/
const IN_SINGLE_QUOTES = /^'(?:[^']|'')*'$/

/** A value of one line, without blanks around it; `undefined` where it is not plainly one. */
export function readPlainScalar(written: string): JsonValue | undefined {
  switch (written[0]) {
    case undefined:
      return undefined
    case '"':
    case "'":
      return quoted(written)
    case '{':
      return readPlainJson(written)
    case '[':
      return flowList(written) ?? readPlainJson(written)
    default:
      return unquoted(written)
  }
}

function unquoted(written: string): JsonValue | undefined {
  if (NUMBER.test(written)) return Number(written)
  if (readsAsNoText(written)) return meaningOf(written)
  if (VERSION.test(written)) return written
  const isText = TEXT_START.test(written) || NO_NUMBER.test(written)
  return isText && !/: | #|:$/.test(written) ? written : undefined
}

function quoted(written: string): string | undefined {
  if (written[0] === "'") {
    return IN_SINGLE_QUOTES.test(written) ? written.slice(1, -1).replaceAll("''", "'") : undefined
  }
  if (!IN_DOUBLE_QUOTES.test(written)) return undefined
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)
}

/** A list of words and quoted texts in brackets. */
function flowList(written: string): JsonValue[] | undefined {
  if (!written.endsWith(']')) return undefined
  const inner = written.slice(1, -1)
  if (/^ *$/.test(inner)) return []
  const items: JsonValue[] = []
  for (const part of inner.split(',')) {
    const item = part.replaceAll(/^ +| +$/g, '')
    const isText = ITEM.test(item) && !readsAsNoText(item)
    const value = isText ? item : /^["']/.test(item) ? quoted(item) : undefined
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}
