import { truncate } from './truncate.ts'
import { visible } from './visible.ts'

/** How much of a value that somebody sent is repeated in a message, in code points. */
const MAX_ECHO = 256

/** A value for an error message: in single quotes, on one line, hidden characters shown, cut to 256 code points. */
export function quote(value: string): string {
  const cut = truncate(value, MAX_ECHO)
  return `'${visible(cut)}${cut.length < value.length ? '…' : ''}'`
}
