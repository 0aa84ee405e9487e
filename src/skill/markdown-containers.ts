/** What lines may stand in: a block quote, or a list item by the columns that its content is indented. */
export type Container = 'quote' | number

/** Containers that may stand in each other; what is nested deeper is read as text. */
const MAX_DEPTH = 32
const QUOTE = /^ {0,3}> ?/
const LIST_ITEM = /^( {0,3}(?:[-+*]|(\d{1,9})[.)]))( +|$)/
/** A thematic break, which goes before a list item: `* * *`. */
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/

/** How many of the open containers a line continues, and what stands in the innermost of these. */
export function continueContainers(
  line: string,
  containers: Container[],
): { continued: number; content: string } {
  let content = line
  let continued = 0
  for (const container of containers) {
    const width = container === 'quote' ? QUOTE.exec(content)?.[0].length : itemWidth(content, container)
    if (width === undefined) break
    content = content.slice(width)
    continued++
  }
  return { continued, content }
}

/**
 * The container that a line begins, if it does. A list item that would interrupt a paragraph must have content and, if
 * it is numbered, the number 1.
 */
export function beginContainer(
  content: string,
  { depth, inParagraph }: { depth: number; inParagraph: boolean },
): { container: Container; content: string } | undefined {
  if (depth >= MAX_DEPTH) return undefined
  const quote = QUOTE.exec(content)
  if (quote) return { container: 'quote', content: content.slice(quote[0].length) }
  const item = LIST_ITEM.exec(content)
  if (!item || RULE.test(content)) return undefined
  const [whole, marker, number, spaces] = item as unknown as [string, string, string | undefined, string]
  const isEmpty = whole.length === content.length
  if (inParagraph && (isEmpty || (number !== undefined && Number(number) !== 1))) return undefined
  const width = isEmpty || spaces.length > 4 ? marker.length + 1 : whole.length
  return { container: width, content: content.slice(width) }
}

function itemWidth(content: string, indent: number): number | undefined {
  const spaces = /^ */.exec(content)![0].length
  if (spaces >= indent) return indent
  return spaces === content.length ? spaces : undefined
}
