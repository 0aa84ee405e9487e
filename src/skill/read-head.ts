import { decodeUtf8, lineOfBrokenUtf8 } from './decode-utf8.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { findFrontmatter, type FrontmatterSearch } from './find-frontmatter.ts'
import { headOf } from './head-of.ts'
import { parseHeadingSkill } from './heading.ts'
import { lineAt } from './line-at.ts'
import { missingFrontmatter } from './missing-frontmatter.ts'
import { type Place, placeOf } from './place.ts'
import { readFrontmatter } from './read-frontmatter.ts'
import type { Parsed, SkillHead } from './types.ts'

/** What is known of a `SKILL.md` besides its bytes. */
export interface SkillFilePlace {
  /** The file, relative to its source's root, for diagnostics. */
  path: string
  /** The name of the folder that holds it. */
  folderName?: string | undefined
}

/** A head, and where the body is. */
export interface HeadReading extends Parsed<SkillHead> {
  /** Its first byte and line, or its text where that is put together. */
  body: { start: number; line: number } | { text: string }
}

/** Bytes of a first line that are looked at. */
const MAX_CHECKED = 4096

/** Reads the head of a `SKILL.md`; `undefined` where these bytes are not the whole file and do not hold it. */
export function readHead(bytes: Uint8Array, at: SkillFilePlace, complete: boolean): HeadReading | undefined {
  if (isUtf16(bytes)) return failed(notUtf8(at.path, 1))
  const search = findFrontmatter(bytes, complete)
  if (search === undefined) return undefined
  if (search.found === 'frontmatter') return readFound(bytes, search, at)
  if (search.found === 'heading') return complete ? readHeading(bytes, search, at) : undefined
  if (search.found === 'nothing' && isNoText(bytes.subarray(search.start, search.end))) {
    return failed(notUtf8(at.path, search.line))
  }
  return failed(missingFrontmatter(search, bytes, at.path))
}

function readFound(bytes: Uint8Array, search: Found<'frontmatter'>, at: SkillFilePlace): HeadReading {
  const { start, end, line, atTop } = search
  const text = decodeUtf8(bytes.subarray(start, end))
  if (text === undefined || decodeUtf8(bytes.subarray(0, start)) === undefined) {
    return failed(notUtf8(at.path, lineOfBrokenUtf8(bytes.subarray(0, end))))
  }
  const read = readFrontmatter(text, { path: at.path, firstLine: line })
  const found = [...before(bytes, search, at.path), ...read.diagnostics]
  if (read.frontmatter === undefined) return failed(...found)
  const { folderName } = at
  const portable = read.portable && atTop
  const place = placeOf(text, at.path, line)
  const head = headOf(read.frontmatter, place, { folderName, form: 'frontmatter', portable })
  const body = { start: search.body, line: line + lineAt(text, text.length) }
  return { skill: head.skill, diagnostics: [...found, ...head.diagnostics], body }
}

function readHeading(bytes: Uint8Array, search: Found<'heading'>, at: SkillFilePlace): HeadReading {
  const { start, line } = search
  const text = decodeUtf8(bytes)
  if (text === undefined) return failed(notUtf8(at.path, lineOfBrokenUtf8(bytes)))
  const own = decodeUtf8(bytes.subarray(start)) ?? ''
  const { frontmatter, body, lines } = parseHeadingSkill(own)
  const place: Place = {
    path: at.path,
    lineOf: (field) => addLines(lines.get(field), line),
    sourceOf: () => undefined,
  }
  const { folderName } = at
  const head = headOf(frontmatter, place, { folderName, form: 'heading', portable: false })
  const hint = 'Write the name and the description as frontmatter, so that every client reads them.'
  const message = 'The skill is written in headings, as AgentPool documents it, without frontmatter.'
  const found = diagnostic('HEADING_FORM', at.path, message, { line, hint })
  return { skill: head.skill, diagnostics: [found, ...head.diagnostics], body: { text: body } }
}

type Found<Kind> = Extract<FrontmatterSearch, { found: Kind }>

/** What stands before the frontmatter and should not. */
function before(bytes: Uint8Array, { atTop, line }: Found<'frontmatter'>, path: string): Diagnostic[] {
  const found: Diagnostic[] = []
  if (startsWithBom(bytes)) {
    const hint = 'Save the file as UTF-8 without a byte order mark.'
    found.push(diagnostic('BOM', path, 'The file begins with a byte order mark.', { line: 1, hint }))
  }
  if (!atTop) {
    const message = 'The frontmatter does not begin on the first line, which not every host accepts.'
    const hint = 'Remove what stands before the first ---.'
    found.push(diagnostic('FRONTMATTER_NOT_FIRST', path, message, { line: line - 1, hint }))
  }
  return found
}

/** The diagnostic for bytes that are not text. */
export function notUtf8(path: string, line: number): Diagnostic {
  const message = 'The file is not valid UTF-8.'
  return diagnostic('ENCODING_INVALID', path, message, { line, hint: 'Save it as UTF-8.' })
}

function failed(...diagnostics: Diagnostic[]): HeadReading {
  return { skill: undefined, diagnostics, body: { text: '' } }
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function startsWithBom([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/** True for a line that is certainly not UTF-8; a very long one may be cut within a character. */
function isNoText(line: Uint8Array): boolean {
  return line.includes(0) || (line.length < MAX_CHECKED && decodeUtf8(line) === undefined)
}

function addLines(line: number | undefined, first: number): number | undefined {
  return line === undefined ? undefined : first + line - 1
}
