import type { JsonValue } from './types.ts'

/** More than any line of frontmatter needs, and less than YAML lets a key be long. */
const LONGEST_TEXT = 1000
const TEXT = /"(?:[^"\\]|\\["\\nt])*"/g
const MAX_DEPTH = 8
/** What may stand between texts: brackets, commas, colons, and values that JSON and YAML read alike. */
const BETWEEN = /^(?:[[\]{},: ]|(?<![\w.])(?:true|false|null|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?)(?![\w.]))*$/

/**
 * A value of one line that is JSON in its canonical spelling, but for blanks: YAML reads the same in it. `undefined` for
 * all else, also for JSON that names a field twice or writes a number in another way.
 */
export function readPlainJson(written: string): JsonValue | undefined {
  if (written.includes('__proto__')) return undefined
  let tooLong = false
  const between = written.replaceAll(TEXT, (text) => {
    tooLong ||= text.length > LONGEST_TEXT
    return ''
  })
  if (tooLong || !BETWEEN.test(between) || isDeep(between)) return undefined
  const value = parsed(written)
  if (value === undefined) return undefined
  return JSON.stringify(value) === withoutBlanks(written) ? value : undefined
}

/** True if brackets are nested more than frontmatter needs. */
function isDeep(brackets: string): boolean {
  let depth = 0
  for (const character of brackets) {
    if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

function parsed(written: string): JsonValue | undefined {
  try {
    return JSON.parse(written) as JsonValue
  } catch {
    return undefined
  }
}

/** Without the blanks outside of texts. */
function withoutBlanks(written: string): string {
  return written.replaceAll(/("(?:[^"\\]|\\.)*")| +/g, '$1')
}
