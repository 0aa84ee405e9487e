import { type Event, EVENT_ID, SCALAR_STYLE } from 'js-yaml'
import { lineAt } from './line-at.ts'

/** A comment behind an unquoted value on the same line: perhaps meant as a part of the value. */
export interface ValueComment {
  line: number
  /** The top-level field that the value belongs to. */
  field: string
  /** The comment from its `#`. */
  text: string
}

/** The level of the top mapping's keys and values: the document is one, the mapping the second. */
const TOP = 2
const COMMENT = /[ \t]+(#[^\r\n]*)/y

/** The comments that stand behind unquoted values, in the order of the text. */
export function valueComments(events: Event[], text: string): ValueComment[] {
  const comments: ValueComment[] = []
  let depth = 0
  let isKey = true
  let field = ''
  let line = 1
  let counted = 0
  for (const event of events) {
    if (event.type === EVENT_ID.POP) depth--
    if (event.type === EVENT_ID.SCALAR) {
      if (depth === TOP && isKey) field = text.slice(event.valueStart, event.valueEnd)
      const comment = event.style === SCALAR_STYLE.PLAIN ? commentAt(text, event.valueEnd) : undefined
      if (comment !== undefined) {
        line += lineAt(text.slice(counted, event.valueEnd), Infinity) - 1
        counted = event.valueEnd
        comments.push({ line, field, text: comment })
      }
    }
    if (opensLevel(event)) depth++
    else if (depth === TOP) isKey = !isKey
  }
  return comments
}

function commentAt(text: string, end: number): string | undefined {
  if (end === -1) return undefined
  COMMENT.lastIndex = end
  return COMMENT.exec(text)?.[1]
}

function opensLevel({ type }: Event): boolean {
  return type === EVENT_ID.DOCUMENT || type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING
}
