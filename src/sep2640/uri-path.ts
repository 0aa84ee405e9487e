import { formatSkillUri } from '../uri/format.ts'
import { checkSegment, invalid, MAX_PATH_BYTES, refuseControls, traversal } from '../uri/segment.ts'

/** Characters that a URI may have at the most; every path of 1,024 bytes fits, percent-encoded. */
const MAX_LENGTH = 4096
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//
/** A first segment that stands for a scheme other than `skill`. */
const SCHEME_SEGMENT = /^[a-z][a-z0-9+.-]*:$/

/**
 * The path that a server's resource URI has in Skillway. Under `skill://` it is the URI's own, decoded. No scheme is
 * privileged in SEP-2640, so another one becomes the first segment: `github://acme/refunds/SKILL.md` is
 * `github:/acme/refunds/SKILL.md`. Every path belongs to one URI, up to the way that URI is percent-encoded.
 *
 * @throws SkillwayError `INVALID_URI`, `PATH_TRAVERSAL` or `NULL_BYTE`
 */
export function pathOfUri(uri: string): string {
  if (uri.length > MAX_LENGTH) throw invalid(uri, `it is longer than ${MAX_LENGTH} characters`)
  refuseControls(uri, uri)
  if (uri.includes('\\')) throw traversal(uri)
  const [prefix, scheme] = SCHEME.exec(uri) ?? []
  if (prefix === undefined) throw invalid(uri, 'it does not begin with a scheme and ://')
  const rest = uri.slice(prefix.length)
  if (/[?#]/.test(rest)) throw invalid(uri, 'it has a query or a fragment')
  const path = pathUnder(scheme!.toLowerCase(), rest.split('/').map(decodeSegment(uri)), uri)
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw invalid(uri, `its path is longer than ${MAX_PATH_BYTES} bytes`)
  return path
}

/** The canonical URI of a path; `pathOfUri` gives the path again for every path that it can give. */
export function uriOfPath(path: string): string {
  const [first, ...segments] = path.split('/')
  if (!SCHEME_SEGMENT.test(first!)) return formatSkillUri(path)
  return `${first}${formatSkillUri(segments.join('/')).slice('skill:'.length)}`
}

/** The URI of a file in the folder that has `folderUri`, which stays as its server writes it. */
export function childUri(folderUri: string, filePath: string): string {
  return `${folderUri}/${formatSkillUri('-', filePath).slice('skill://-/'.length)}`
}

function pathUnder(scheme: string, segments: string[], uri: string): string {
  if (scheme !== 'skill') return [checkSegment(`${scheme}:`, uri), ...segments].join('/')
  if (SCHEME_SEGMENT.test(segments[0]!)) throw invalid(uri, 'its first segment would read as a scheme')
  return segments.join('/')
}

function decodeSegment(uri: string): (segment: string) => string {
  return (segment) => {
    if (!segment.includes('%')) return checkSegment(segment, uri)
    let decoded: string
    try {
      decoded = decodeURIComponent(segment)
    } catch {
      throw invalid(uri, "a '%' is not followed by two hex digits of valid UTF-8")
    }
    return checkSegment(decoded, uri)
  }
}
