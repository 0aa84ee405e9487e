import { parseFilePath } from './file-path.ts'
import { traversal } from './segment.ts'

/**
 * The file path that a relative link means, seen from the file that holds it (RFC 3986 section 5.2.4 within the skill):
 * `../a.md` in `references/b.md` is `a.md`.
 *
 * @throws SkillwayError `PATH_TRAVERSAL` if the link leaves the skill
 */
export function resolveRelative(fromFilePath: string, link: string): string {
  const segments = fromFilePath.split('/').slice(0, -1)
  for (const segment of link.split('/')) {
    if (segment === '.' || segment === '') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) throw traversal(link)
  }
  return parseFilePath(segments.join('/'))
}
