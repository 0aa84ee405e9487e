import { codeSpans, type Region } from './code-spans.ts'
import { linkDestinationAt, withoutEntities } from './link-destination.ts'
import { markdownBlocks } from './markdown-blocks.ts'

/** Something in a Markdown text that may point to a file. */
export interface MarkdownLink {
  /** `link`: made to be followed. `code`: the content of a code span. */
  form: 'link' | 'code'
  destination: string
  offset: number
}

const BRACKET = /\\.|\[|\](?:\([ \t\r\n]*)?/gs
const TITLE =
  '(?:"(?:\\\\.|[^"\\\\]){0,2000}"|\'(?:\\\\.|[^\'\\\\]){0,2000}\'|\\((?:\\\\.|[^()\\\\]){0,2000}\\))'
/** What stands between the destination of a link and its end, and behind the destination in a definition. */
const LINK_END = new RegExp(`(?:[ \\t\\r\\n]+${TITLE})?[ \\t\\r\\n]*\\)`, 'sy')
const DEFINITION_END = new RegExp(`(?:[ \\t]+${TITLE})?[ \\t]*(?=[\\r\\n]|$)`, 'sy')
/** A line that defines a link: `[label]: destination`; a footnote (`[^1]: text`) is none. */
const DEFINITION = /^[ \t>]*\[(?!\^)(?:\\.|[^[\]\\\r\n]){1,999}\]:[ \t]*(?=\S)/gm
const TAG = /<[A-Za-z][^<>]*>/g
const ATTRIBUTE = /(?<=[\s"'])(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi

/**
 * Links, images, link definitions, the `src` and `href` of HTML, and code spans, in their order; nothing in code blocks and
 * comments, and no link in a code span.
 */
export function markdownLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  for (const { kind, start, end } of markdownBlocks(text)) {
    if (kind !== 'text') continue
    const spans = codeSpans(text, { start, end })
    const plain = withoutComments(blanked(text, { start, end }, spans))
    const found = [...inlineLinks(plain), ...definitions(plain), ...htmlLinks(plain)]
    for (const { destination, offset } of found)
      links.push({ form: 'link', destination, offset: start + offset })
    for (const span of spans) {
      const content = text.slice(span.start, span.end).replace(/^`+ ?/, '').replace(/ ?`+$/, '')
      links.push({ form: 'code', destination: content, offset: span.start })
    }
  }
  return links.sort((a, b) => a.offset - b.offset)
}

type Found = Omit<MarkdownLink, 'form'>

/** A block with its code spans as backticks, so that offsets stay and nothing in code is seen. */
function blanked(text: string, { start, end }: Region, spans: Region[]): string {
  let plain = ''
  let at = start
  for (const span of spans) {
    plain += text.slice(at, span.start) + '`'.repeat(span.end - span.start)
    at = span.end
  }
  return plain + text.slice(at, end)
}

function withoutComments(text: string): string {
  let plain = ''
  let at = 0
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start)
    if (end === -1) break
    plain += text.slice(at, start) + ' '.repeat(end + 3 - start)
    at = end + 3
  }
  return plain + text.slice(at)
}

/** `[text](destination "title")`, with or without a `!` before it, also in each other. */
function inlineLinks(text: string): Found[] {
  const links: Found[] = []
  let open = 0
  BRACKET.lastIndex = 0
  for (let match = BRACKET.exec(text); match; match = BRACKET.exec(text)) {
    const bracket = match[0]
    if (bracket === '[') open++
    if (!bracket.startsWith(']') || open === 0) continue
    open--
    const link = bracket === ']' ? undefined : linkDestinationAt(text, BRACKET.lastIndex)
    const end = link && endOf(LINK_END, text, link.end)
    if (link === undefined || end === undefined) continue
    links.push({ destination: link.destination, offset: match.index })
    BRACKET.lastIndex = end
  }
  return links
}

function definitions(text: string): Found[] {
  const links: Found[] = []
  for (const { 0: head, index } of text.matchAll(DEFINITION)) {
    const link = linkDestinationAt(text, index + head.length)
    if (link === undefined || endOf(DEFINITION_END, text, link.end) === undefined) continue
    links.push({ destination: link.destination, offset: index })
  }
  return links
}

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function htmlLinks(text: string): Found[] {
  const links: Found[] = []
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    for (const match of tag.matchAll(ATTRIBUTE)) {
      const destination = withoutEntities(match[1] ?? match[2] ?? match[3] ?? '')
      links.push({ destination, offset: index + match.index })
    }
  }
  return links
}
