import { SkillwayError } from '../errors.ts'
import { LIMITS } from '../skill/limits.ts'
import type { SkillFile } from '../skill/types.ts'
import { collisionKey, nameFault } from '../sources/file-name.ts'
import { quote } from '../text/quote.ts'
import { parseFilePath } from '../uri/file-path.ts'

/**
 * Refuses files that could not be written to a folder as what they are: whoever named them may want to write elsewhere,
 * or one over the other.
 *
 * @throws SkillwayError `COMMAND_REFUSED`, and those of a bad path
 */
export function checkPortableFiles(files: readonly SkillFile[]): void {
  const bytes = files.reduce((total, { size }) => total + size, 0)
  if (files.length > LIMITS.skillFiles) throw refused(`it has more than ${LIMITS.skillFiles} files`)
  if (bytes > LIMITS.skillBytes) throw refused(`it has more than ${LIMITS.skillBytes} bytes`)
  const taken = new Map<string, string>()
  for (const { path } of files) {
    const segments = parseFilePath(path).split('/')
    for (const segment of segments) checkName(segment, path)
    // A folder may be named by many files, a file only once; as a folder its path ends with a slash.
    for (let depth = 1; depth < segments.length; depth++)
      take(taken, `${segments.slice(0, depth).join('/')}/`)
    if (taken.get(collisionKey(path)) === path) throw refused(`it lists ${quote(path)} twice`)
    take(taken, path)
  }
}

function checkName(segment: string, path: string): void {
  const fault = nameFault(segment)
  if (fault !== undefined) throw refused(`its file ${quote(path)} cannot be written: ${fault.why}`)
}

function take(taken: Map<string, string>, path: string): void {
  const key = collisionKey(path.replace(/\/$/, ''))
  const holder = taken.get(key) ?? path
  if (holder !== path) throw refused(`its files ${quote(holder)} and ${quote(path)} are one on some systems`)
  taken.set(key, path)
}

function refused(why: string): SkillwayError {
  return new SkillwayError('COMMAND_REFUSED', `No command of the skill can be run: ${why}`, {
    hint: 'Rename or remove such files in the skill.',
  })
}
