import { truncate } from './truncate.ts'
import { visible } from './visible.ts'

/** How much of a value that somebody sent is repeated in a message, in UTF-16 units of what is shown. */
const MAX_ECHO = 256
/** The longest escape, `\\u{10ffff}`. */
const ESCAPE = /\\u\{[0-9a-f]{1,6}\}|./gsu

/**
 * A value for an error message: in single quotes, on one line, hidden characters shown, and short however long the
 * value and its escapes are: never more than 768 bytes between the quotes.
 */
export function quote(value: string): string {
  const start = truncate(value, MAX_ECHO)
  const shown = visible(start)
  const cut = shown.length <= MAX_ECHO ? shown : wholeCharacters(shown)
  return `'${cut}${cut.length < shown.length || start.length < value.length ? '…' : ''}'`
}

/** What fits of `shown`, never half a character nor half an escape. */
function wholeCharacters(shown: string): string {
  let end = 0
  for (const [character] of shown.matchAll(ESCAPE)) {
    if (end + character.length > MAX_ECHO) break
    end += character.length
  }
  return shown.slice(0, end)
}
