import { invalid } from './segment.ts'

/** What a URI path segment may hold beside what `encodeURIComponent` leaves alone (RFC 3986 `sub-delims`, `:` and `@`). */
const SEGMENT_SAFE = /%(?:24|26|2B|2C|3A|3B|3D|40)/g
/** The same for the first segment, which stands where an authority does (RFC 3986 `reg-name`: no `:`, no `@`). */
const AUTHORITY_SAFE = /%(?:24|26|2B|2C|3B|3D)/g
/** Paths and segments that hold nothing to encode: nearly all that exist. */
const PLAIN = /^[A-Za-z0-9_.~!$&'()*+,;=/-]*$/

/**
 * The canonical URI of a skill, or of a file in it; the inverse of `parseReference` for every addressable name.
 * A `skillPath` or `filePath` is `/`-separated and not encoded.
 *
 * @throws SkillwayError `INVALID_URI` for a name that is not valid Unicode, which no URI can hold
 */
export function formatSkillUri(skillPath: string, filePath?: string): string {
  const path = filePath === undefined ? skillPath : `${skillPath}/${filePath}`
  if (PLAIN.test(path)) return `skill://${path}`
  if (!path.isWellFormed()) throw invalid(path, 'it is not valid Unicode')
  const [authority, ...segments] = path.split('/')
  return `skill://${[encodeAuthority(authority!), ...segments.map(encodeSegment)].join('/')}`
}

function encodeAuthority(segment: string): string {
  if (PLAIN.test(segment)) return segment
  return encodeURIComponent(segment).replace(AUTHORITY_SAFE, decodeURIComponent)
}

function encodeSegment(segment: string): string {
  if (PLAIN.test(segment)) return segment
  return encodeURIComponent(segment).replace(SEGMENT_SAFE, decodeURIComponent)
}
