import { randomBytes } from 'node:crypto'
import type { SourceName } from './types.ts'

/**
 * Text of a remote skill with its origin around it, where a model reads it. The mark at both ends is random in every
 * answer, so that no text inside can close the element or open another one (SEP-2640, content is tagged with its origin).
 * Text of a local skill stays as it is.
 */
export function withOrigin(at: { name: string; uri: string; source: SourceName }, text: string): string {
  if (at.source.kind !== 'mcp') return text
  const mark = unusedMark(text)
  const attributes = [
    ['name', at.name],
    ['uri', at.uri],
    ['origin', `mcp:${at.source.label}`],
    ['mark', mark],
  ].map(([name, value]) => `${name}="${escapeAttribute(value!)}"`)
  return `<skill_content ${attributes.join(' ')}>\n${text}\n</skill_content mark="${mark}">`
}

function unusedMark(text: string): string {
  let mark = randomBytes(8).toString('hex')
  while (text.includes(mark)) mark = randomBytes(8).toString('hex')
  return mark
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s+/g, ' ')
}
