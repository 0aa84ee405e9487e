import { type Event, EVENT_ID, SCALAR_STYLE, YAMLException } from 'js-yaml'
import { REFUSED } from './refused.ts'

/** A number in YAML's core schema that JSON would have to write as infinity. */
const HUGE_EXPONENT = /^[-+]?(?:\d+\.?\d*|\.\d+)[eE]\+?\d{3,}$/
/** One escape of a double-quoted text. */
const ESCAPE = /\\(?:U([0-9A-Fa-f]{8})|[^])/g
const MAX_CODE_POINT = 0x10ffff

/**
 * Refuses what a YAML library may read and a frontmatter may not hold, and finds what not every reader understands:
 * the first anchor or alias, and how many aliases there are.
 *
 * @throws YAMLException for a tag, a second document, a number without end, a character that does not exist
 */
export function inspectYaml(
  events: Event[],
  text: string,
): { anchorAt: number | undefined; aliases: number } {
  let anchorAt: number | undefined
  let aliases = 0
  let documents = 0
  const mayOverflow = /[eE]\+?\d{3}/.test(text)
  for (const event of events) {
    if (event.type === EVENT_ID.POP) continue
    if (event.type === EVENT_ID.DOCUMENT) {
      if (++documents > 1) throw new YAMLException(REFUSED.documents)
      continue
    }
    if (event.type === EVENT_ID.ALIAS) aliases++
    else if (event.tagStart !== -1) YAMLException.throwAt(text, event.tagStart, REFUSED.tag)
    if (event.anchorStart !== -1) anchorAt ??= event.anchorStart
    if (event.type !== EVENT_ID.SCALAR) continue
    const { style, valueStart, valueEnd } = event
    if (style === SCALAR_STYLE.PLAIN && mayOverflow) checkNumber(text, valueStart, valueEnd)
    if (style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) checkEscapes(text, valueStart, valueEnd)
  }
  return { anchorAt, aliases }
}

function checkNumber(text: string, start: number, end: number): void {
  const value = text.slice(start, end)
  if (HUGE_EXPONENT.test(value) && !Number.isFinite(Number(value))) {
    YAMLException.throwAt(text, start, REFUSED.number)
  }
}

function checkEscapes(text: string, start: number, end: number): void {
  for (const { 1: hex, index } of text.slice(start, end).matchAll(ESCAPE)) {
    if (hex !== undefined && Number.parseInt(hex, 16) > MAX_CODE_POINT) {
      YAMLException.throwAt(text, start + index, REFUSED.escape)
    }
  }
}
