import { oneLine } from '../text/one-line.ts'
import { truncate } from '../text/truncate.ts'

/** What the Agent Skills specification allows a description, in code points; a list is no place for more. */
const LONGEST = 1024

/** A description as lists show it: on one line, and no longer than the specification allows. */
export function shortDescription(description: string): string {
  const text = oneLine(description)
  const short = truncate(text, LONGEST)
  return short === text ? text : `${short}…`
}
