import { LIMITS } from './limits.ts'

/** Where the parts of a `SKILL.md` lie, in bytes; lines count from 1. */
export type FrontmatterSearch =
  | { found: 'frontmatter'; start: number; end: number; body: number; line: number; atTop: boolean }
  | { found: 'heading'; start: number; line: number }
  | { found: 'nothing'; start: number; end: number; line: number }
  | { found: 'unclosed'; line: number }
  | { found: 'too-large'; line: number }

/** How far into a file its frontmatter may begin. */
const PREAMBLE_BYTES = 4096
/** The first bytes of a file that decide what its frontmatter is, whatever follows. */
const HEAD_BYTES = PREAMBLE_BYTES + LIMITS.frontmatterBytes

const LF = 0x0a
const CR = 0x0d
const HYPHEN = 0x2d
const SKILL_HEADING = /^#[ \t]+skill[ \t]*:/i

interface View {
  bytes: Uint8Array
  /** No byte follows these that could matter. */
  final: boolean
  /** These bytes hold the end of the file, so that a last line needs no line end. */
  whole: boolean
}

interface Line {
  start: number
  end: number
  /** Where the next line begins. */
  next: number
}

/**
 * Finds the frontmatter in the first bytes of a file, after a BOM, blank lines and HTML comments at the most.
 * `undefined`: these bytes are not the whole file and do not decide it.
 */
export function findFrontmatter(file: Uint8Array, complete: boolean): FrontmatterSearch | undefined {
  const bytes = file.subarray(0, HEAD_BYTES)
  const full = file.length >= HEAD_BYTES
  const view: View = { bytes, final: complete || full, whole: complete && !full }
  const first = firstLine(view)
  if (first === undefined) return undefined
  const { line, number, atTop } = first
  if (isFence(bytes, line)) return findClosing(view, { start: line.next, line: number + 1, atTop })
  return SKILL_HEADING.test(latin1(bytes.subarray(line.start, line.end)))
    ? { found: 'heading', start: line.start, line: number }
    : { found: 'nothing', start: line.start, end: line.end, line: number }
}

/** The first line that is not blank and not part of an HTML comment. */
function firstLine(view: View): { line: Line; number: number; atTop: boolean } | undefined {
  const { bytes } = view
  let at = startsWithBom(bytes) ? 3 : 0
  let number = 1
  let atTop = true
  for (;;) {
    const line = lineFrom(view, at)
    if (line === undefined) return view.final ? { line: rest(bytes, at), number, atTop } : undefined
    const isLast = view.final && line.next >= bytes.length
    const end = isBlank(bytes, line) ? line.end : commentEnd(view, line)
    if (end === 'undecided') return undefined
    if (end === undefined || end > PREAMBLE_BYTES || isLast) return { line, number, atTop }
    const after = lineFrom(view, end)
    if (after === undefined && !view.final) return undefined
    if (after === undefined || !isBlank(bytes, after)) return { line, number, atTop }
    number += countLines(bytes.subarray(at, after.next))
    at = after.next
    atTop = false
  }
}

/** Where an HTML comment that begins this line ends; `undefined` where there is none. */
function commentEnd(view: View, line: Line): number | undefined | 'undecided' {
  const { bytes } = view
  if (!latin1(bytes.subarray(line.start, line.start + 4)).startsWith('<!--')) return undefined
  const preamble = latin1(bytes.subarray(line.start, PREAMBLE_BYTES))
  const close = preamble.indexOf('-->', 4)
  if (close !== -1) return line.start + close + 3
  return view.final || bytes.length >= PREAMBLE_BYTES ? undefined : 'undecided'
}

function findClosing(
  view: View,
  opened: { start: number; line: number; atTop: boolean },
): FrontmatterSearch | undefined {
  const { bytes } = view
  const { start, line, atTop } = opened
  let at = start
  while (at - start <= LIMITS.frontmatterBytes) {
    const current = lineFrom(view, at)
    if (current === undefined) {
      if (!view.final) return undefined
      return view.whole ? { found: 'unclosed', line: line - 1 } : { found: 'too-large', line: line - 1 }
    }
    if (isFence(bytes, current)) {
      return { found: 'frontmatter', start, end: current.start, body: current.next, line, atTop }
    }
    if (current.next >= bytes.length && view.whole) return { found: 'unclosed', line: line - 1 }
    at = current.next
  }
  return { found: 'too-large', line: line - 1 }
}

/** The line that begins here, or `undefined` where its end is not in these bytes and not the end of the file. */
function lineFrom(view: View, start: number): Line | undefined {
  const { bytes } = view
  for (let end = start; end < bytes.length; end++) {
    if (bytes[end] === LF) return { start, end, next: end + 1 }
    if (bytes[end] === CR) return { start, end, next: bytes[end + 1] === LF ? end + 2 : end + 1 }
  }
  return view.whole ? { start, end: bytes.length, next: bytes.length } : undefined
}

function rest(bytes: Uint8Array, start: number): Line {
  return { start, end: bytes.length, next: bytes.length }
}

function isFence(bytes: Uint8Array, { start, end }: Line): boolean {
  if (end - start < 3) return false
  for (let at = start; at < start + 3; at++) if (bytes[at] !== HYPHEN) return false
  return isBlank(bytes, { start: start + 3, end, next: end })
}

function isBlank(bytes: Uint8Array, { start, end }: Line): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0x20 && bytes[at] !== 0x09) return false
  return true
}

function startsWithBom(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) lines++
  }
  return lines
}

/** Enough of these bytes to compare them with ASCII. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PREAMBLE_BYTES)).toString(
    'latin1',
  )
}
