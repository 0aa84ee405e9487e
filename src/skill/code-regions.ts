import { codeSpans, type Region } from './code-spans.ts'
import { markdownBlocks, type MarkdownBlock } from './markdown-blocks.ts'

/**
 * The fenced code blocks and code spans of a Markdown text, in their order. Backticks count in indented code as well: as
 * a rule it is a fence that stands too far to the right.
 */
export function codeRegions(text: string): Region[] {
  return markdownBlocks(text).flatMap((block) => codeIn(text, block))
}

function codeIn(text: string, block: MarkdownBlock): Region[] {
  if (block.kind === 'fence') return [block]
  return block.kind === 'comment' ? [] : codeSpans(text, block)
}
