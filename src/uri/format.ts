/** What a URI path segment may hold beside what `encodeURIComponent` leaves alone (RFC 3986 `sub-delims`, `:` and `@`). */
const SEGMENT_SAFE = /%(?:24|26|2B|2C|3A|3B|3D|40)/g
/** The same for the first segment, which stands where an authority does (RFC 3986 `reg-name`: no `:`, no `@`). */
const AUTHORITY_SAFE = /%(?:24|26|2B|2C|3B|3D)/g

/**
 * The canonical URI of a skill, or of a file in it; the inverse of `parseReference` for every addressable name.
 * A `skillPath` or `filePath` is `/`-separated and not encoded.
 */
export function formatSkillUri(skillPath: string, filePath?: string): string {
  const path = filePath === undefined ? skillPath : `${skillPath}/${filePath}`
  const [authority, ...segments] = path.split('/')
  const encoded = [encodeAuthority(authority!), ...segments.map(encodeSegment)]
  return `skill://${encoded.join('/')}`
}

function encodeAuthority(segment: string): string {
  return encodeURIComponent(segment).replace(AUTHORITY_SAFE, decodeURIComponent)
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(SEGMENT_SAFE, decodeURIComponent)
}
