import { parseFilePath } from './file-path.ts'
import { refuseEndless, traversal } from './segment.ts'

/**
 * The file path that a relative link means, seen from the file that holds it (RFC 3986 section 5.2.4 within the skill):
 * `../a.md` in `references/b.md` is `a.md`. The link is taken literally: decoded before, without query and fragment.
 *
 * @throws SkillwayError `PATH_TRAVERSAL` if the link leaves the skill, `INVALID_URI` if it means no file
 */
export function resolveRelative(fromFilePath: string, link: string): string {
  refuseEndless(link)
  return parseFilePath(joinRelative(fromFilePath, link))
}

/**
 * The same for a link that may mean a folder, and with no check of the names in it; the skill's own folder is `''`.
 *
 * @throws SkillwayError `PATH_TRAVERSAL` if the link leaves the skill
 */
export function joinRelative(fromFilePath: string, link: string): string {
  if (link.startsWith('/')) throw traversal(link)
  const segments = fromFilePath.split('/').slice(0, -1)
  for (const segment of link.split('/')) {
    if (segment === '.' || segment === '') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) throw traversal(link)
  }
  return segments.join('/')
}
