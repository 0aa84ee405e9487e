import type { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { truncate } from '../text/truncate.ts'
import { checkSegment, invalid, MAX_PATH_BYTES, refuseControls, refuseEndless, traversal } from './segment.ts'

/** A reference as somebody wrote it, split and decoded; nothing is known yet about which part names the skill. */
export interface SkillReference {
  form: 'name' | 'uri'
  /** Decoded path segments: at least one, each a plain name. */
  segments: string[]
  /** The reference as given, without surrounding spaces. */
  text: string
}

/** Characters of a reference whose path cannot be too long: each becomes three bytes at the most. */
const SURELY_SHORT = Math.floor(MAX_PATH_BYTES / 3)
/** URIs of other kinds that have no `//`, such as `file:/etc/passwd`; `plugin:skill` may be a name. */
const OTHER_SCHEME = /^(file(?=:)|[A-Za-z][A-Za-z0-9+.-]+(?=:\/))/i

/**
 * Reads a bare name (`refunds`, `docs/refunds`) or a `skill://` URI, by hand on the raw string: `URL` would remove
 * dot segments before they can be refused.
 *
 * @throws SkillwayError `INVALID_URI`, `PATH_TRAVERSAL` or `NULL_BYTE`
 */
export function parseReference(reference: string): SkillReference {
  if (typeof reference !== 'string') throw invalid(String(reference), 'it is no text')
  refuseEndless(reference)
  refuseControls(reference, reference)
  if (reference.includes('\\')) throw traversal(reference)
  const text = trimSpaces(reference)
  const schemeEnd = text.indexOf('://')
  if (schemeEnd === -1) return { form: 'name', segments: nameSegments(text), text }
  const scheme = text.slice(0, schemeEnd)
  if (scheme.toLowerCase() !== 'skill') throw wrongScheme(text, scheme)
  return { form: 'uri', segments: uriSegments(text, schemeEnd + '://'.length), text }
}

function wrongScheme(text: string, scheme: string): SkillwayError {
  return invalid(text, `Invalid URI scheme: ${quote(truncate(scheme, 32))}, expected 'skill'`)
}

function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === ' ') start++
  while (end > start && text[end - 1] === ' ') end--
  return text.slice(start, end)
}

function nameSegments(text: string): string[] {
  if (text === '') throw invalid(text, 'it is empty')
  if (/^skill:/i.test(text)) throw invalid(text, "'skill:' must be followed by '//'")
  const scheme = OTHER_SCHEME.exec(text)?.[1]
  if (scheme !== undefined) throw wrongScheme(text, scheme)
  if (text.startsWith('/')) throw traversal(text)
  return checked(withoutTrailingSlash(text).split('/'), text)
}

function uriSegments(text: string, start: number): string[] {
  const fragment = text.indexOf('#', start)
  const path = text.slice(start, fragment === -1 ? undefined : fragment)
  if (path.includes('?')) throw invalid(text, "it has a query; write '?' in a name as %3F")
  if (path === '' || path.startsWith('/')) throw invalid(text, 'URI is empty: it names no skill')
  return checked(withoutTrailingSlash(path).split('/').map(decodeSegment(text)), text)
}

function withoutTrailingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

function decodeSegment(text: string): (segment: string) => string {
  return (segment) => {
    if (!segment.includes('%')) return segment
    try {
      return decodeURIComponent(segment)
    } catch {
      throw invalid(
        text,
        "a '%' is not followed by two hex digits of valid UTF-8; write '%' in a name as %25",
      )
    }
  }
}

function checked(segments: string[], text: string): string[] {
  for (const segment of segments) checkSegment(segment, text)
  if (text.length > SURELY_SHORT && Buffer.byteLength(segments.join('/')) > MAX_PATH_BYTES) {
    throw invalid(text, `its path is longer than ${MAX_PATH_BYTES} bytes`)
  }
  return segments
}
