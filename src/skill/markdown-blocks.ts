import { beginContainer, continueContainers, type Container } from './markdown-containers.ts'

/** A run of whole lines that Markdown reads in one way. */
export interface MarkdownBlock {
  /** `text` holds inline markup; `fence` is a fenced code block with its fences; `comment` is an HTML comment. */
  kind: 'text' | 'fence' | 'indented' | 'comment'
  start: number
  /** Just behind the last line and its line break. */
  end: number
}

/** The rules that decide about a line, apart from its containers. Tabs have become spaces. */
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/
const FENCE_END = /^ {0,3}(`{3,}|~{3,}) *$/
const COMMENT = /^ {0,3}<!--/
const HEADING = /^ {0,3}#{1,6}(?: |$)/
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/
/** Makes a heading of the paragraph before it. */
const UNDERLINE = /^ {0,3}(?:=+|-+) *$/
const INDENTED = /^ {4}/
const BLANK = /^ *$/

interface Scan {
  blocks: MarkdownBlock[]
  containers: Container[]
  /** The block that the next line may continue; the last of `blocks`. */
  open: MarkdownBlock | undefined
  /** The run of backticks or tildes that opened the open block. */
  fence: string
}

interface Line {
  start: number
  end: number
  /** The line without its break, tabs as spaces. */
  content: string
}

/**
 * The blocks of a Markdown text in their order, as CommonMark finds them: fenced and indented code, HTML comments,
 * headings and paragraphs, also within block quotes and lists. Blank lines and rules are in none. Linear in the length.
 */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const scan: Scan = { blocks: [], containers: [], open: undefined, fence: '' }
  for (const line of lines(text)) takeLine(scan, line)
  return scan.blocks
}

function* lines(text: string): Generator<Line> {
  let start = 0
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n?|\n|$/g)) {
    const end = index + lineBreak.length
    if (end > start) yield { start, end, content: withoutTabs(text.slice(start, index)) }
    start = end
  }
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line
  let content = ''
  for (const part of line.split('\t')) content += part + ' '.repeat(4 - ((content.length + part.length) % 4))
  return content
}

function takeLine(scan: Scan, line: Line): void {
  const { continued, content } = continueContainers(line.content, scan.containers)
  if (continued < scan.containers.length) {
    if (scan.open?.kind === 'text' && continuesLazily(content)) {
      scan.open.end = line.end
      return
    }
    scan.containers.length = continued
    scan.open = undefined
  }
  if (scan.open?.kind === 'fence' || scan.open?.kind === 'comment') {
    scan.open.end = line.end
    if (endsBlock(scan, content)) scan.open = undefined
  } else {
    takeContent(scan, line, beginContainers(scan, content))
  }
}

/** True for a line that goes on with a paragraph although the paragraph's container ended before it. */
function continuesLazily(content: string): boolean {
  if (beginContainer(content, { depth: 0, inParagraph: false }) !== undefined) return false
  const kind = kindOf(content, undefined)
  return (kind === 'text' && !HEADING.test(content)) || kind === 'indented'
}

function endsBlock({ open, fence }: Scan, content: string): boolean {
  if (open?.kind === 'comment') return content.includes('-->')
  const run = FENCE_END.exec(content)?.[1]
  return run !== undefined && run[0] === fence[0] && run.length >= fence.length
}

function beginContainers(scan: Scan, line: string): string {
  let content = line
  for (;;) {
    const inParagraph = scan.open?.kind === 'text'
    const begun = beginContainer(content, { depth: scan.containers.length, inParagraph })
    if (begun === undefined) return content
    scan.containers.push(begun.container)
    scan.open = undefined
    content = begun.content
  }
}

function takeContent(scan: Scan, { start, end }: Line, content: string): void {
  const kind = kindOf(content, scan.open?.kind)
  if (kind === undefined) {
    scan.open = undefined
  } else if (kind === scan.open?.kind && !HEADING.test(content)) {
    scan.open.end = end
  } else {
    scan.open = { kind, start, end }
    scan.blocks.push(scan.open)
    if (kind === 'fence') scan.fence = fenceOf(content)!
    const isWhole = kind === 'comment' ? content.includes('-->') : kind === 'text' && HEADING.test(content)
    if (isWhole) scan.open = undefined
  }
}

/** What a line is that stands behind a block of the kind `open`; nothing for blank lines and rules. */
function kindOf(content: string, open: MarkdownBlock['kind'] | undefined): MarkdownBlock['kind'] | undefined {
  if (BLANK.test(content)) return undefined
  if (INDENTED.test(content)) return open === 'text' ? 'text' : 'indented'
  if (fenceOf(content) !== undefined) return 'fence'
  if (COMMENT.test(content)) return 'comment'
  return RULE.test(content) || (open === 'text' && UNDERLINE.test(content)) ? undefined : 'text'
}

function fenceOf(content: string): string | undefined {
  const fence = FENCE.exec(content)
  return fence?.[1] ?? fence?.[2]
}
