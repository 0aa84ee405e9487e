import { truncate } from '../text/truncate.ts'
import { visible } from '../text/visible.ts'
import { asText } from './as-text.ts'
import { type ValueLine, valueLine } from './value-line.ts'

/** The lines of a field after one repair; there are as many as before. */
export interface RepairedLines {
  lines: string[]
  /** The line that was read in another way, from 1. */
  line: number
  /** What YAML did not take, as a clause. */
  why: string
  /** What the line was read as. */
  readAs: string
  hint: string
}

/** The only lines that continue a value without being indented; `word:` would be a field with its blank forgotten. */
const PROSE = /^\s*(?![\w-]+:)[\p{L}\p{N}("'`*]/u
/** How much of a repaired line a hint shows. */
const MAX_ECHO = 160

/**
 * One repair of a field's lines, where YAML stopped at `line` (from 1): a bracket or quote that is closed too far left, or a
 * value that can only be text. `undefined` where neither is the matter; tabs that indent are the author's to mend.
 */
export function repairLines(lines: string[], line: number, anchors: Set<string>): RepairedLines | undefined {
  return indentedClosing(lines, line) ?? valueAsText(lines, line, anchors)
}

/** Lines within brackets or quotes mean the same wherever they begin, so they may be moved to where YAML takes them. */
function indentedClosing(lines: string[], line: number): RepairedLines | undefined {
  const { owner, index } = ownerOf(lines, line) ?? {}
  if (owner === undefined || index === undefined || !/^["'[{]/.test(owner.value)) return undefined
  const end = closingLine(lines, index, owner)
  if (end === undefined || end === index) return undefined
  const margin = ' '.repeat(owner.indent + 1)
  const outdented = (text: string, at: number) =>
    at > index && at <= end && text.trim() !== '' && indentOf(text) <= owner.indent
  if (!lines.some(outdented)) return undefined
  return {
    lines: lines.map((text, at) => (outdented(text, at) ? margin + text.trimStart() : text)),
    line: index + 1,
    why: 'a bracket or quote is closed on a line that is not indented',
    readAs: 'as if the line were',
    hint: 'Indent all lines up to the closing bracket or quote.',
  }
}

/** The line where the value that an owner begins is closed, by the count of its brackets or its quote. */
function closingLine(lines: string[], index: number, { value }: ValueLine): number | undefined {
  const opener = value[0]!
  if (opener === '"' || opener === "'") {
    const end = lines.findIndex((text, at) => at > index && text.trimEnd().endsWith(opener))
    return end === -1 ? undefined : end
  }
  let depth = 0
  for (let at = index; at < lines.length; at++) {
    for (const character of at === index ? value : lines[at]!) {
      if ('[{'.includes(character)) depth++
      if (']}'.includes(character) && --depth === 0) return at
    }
  }
  return undefined
}

function valueAsText(lines: string[], line: number, anchors: Set<string>): RepairedLines | undefined {
  const { owner, index } = ownerOf(lines, line) ?? {}
  if (owner === undefined || index === undefined) return undefined
  const end = endOfValue(lines, index, owner)
  const outdented = lines
    .slice(index + 1, end)
    .filter((text) => !isBlank(text) && indentOf(text) <= owner.indent)
  if (!outdented.every((text) => PROSE.test(text))) return undefined
  const text = asText([owner.value, ...lines.slice(index + 1, end)], anchors)
  if (text === undefined) return undefined
  const repaired = lines.map((own, at) => (at > index && at < end ? '' : own))
  repaired[index] = owner.prefix + text.quoted
  if (repaired.join('\n') === lines.join('\n')) return undefined
  const hint = `Write: ${shortened(repaired[index].trim())}`
  return { lines: repaired, line: index + 1, why: text.why, readAs: 'as text', hint }
}

function shortened(line: string): string {
  const start = truncate(line, MAX_ECHO)
  return visible(start) + (start.length < line.length ? '…' : '')
}

/** The line whose value the given line continues, or the line itself. */
function ownerOf(lines: string[], line: number): { owner: ValueLine; index: number } | undefined {
  let deepest = Infinity
  let own: { owner: ValueLine; index: number } | undefined
  for (let index = line - 1; index >= 0; index--) {
    const owner = valueLine(lines[index]!)
    if (index === line - 1 && owner !== undefined) own = { owner, index }
    else if (owner !== undefined && (index === 0 || owner.indent < deepest)) return { owner, index }
    if (lines[index]!.trim() !== '') deepest = Math.min(deepest, indentOf(lines[index]!))
  }
  return own
}

/** The first line behind a value: for the field's first line that is the end of the field, but for what trails it. */
function endOfValue(lines: string[], index: number, { indent }: ValueLine): number {
  const leaves = (line: string, at: number) => at > index && !isBlank(line) && indentOf(line) <= indent
  const next = index === 0 ? -1 : lines.findIndex(leaves)
  let end = next === -1 ? lines.length : next
  while (end > index + 1 && (isBlank(lines[end - 1]!) || lines[end - 1]!.trimStart().startsWith('#'))) end--
  return end
}

function indentOf(line: string): number {
  return /^ */.exec(line)![0].length
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}
