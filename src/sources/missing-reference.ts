import type { SkillwayError } from '../errors.ts'
import { referenceIsFolder, referenceNotFound } from './read-errors.ts'

/** The error for a path that is none of the skill's files: it is a folder of them, or nothing. */
export function missingReference(
  skillPath: string,
  filePath: string,
  filePaths: readonly string[],
): SkillwayError {
  const children = childrenOf(filePath, filePaths)
  return children.length > 0
    ? referenceIsFolder(skillPath, filePath, children)
    : referenceNotFound(skillPath, filePath, filePaths)
}

/** What lies directly in a folder, folders with a `/` at the end. */
function childrenOf(folder: string, filePaths: readonly string[]): string[] {
  const prefix = `${folder}/`
  const children = filePaths
    .filter((path) => path.startsWith(prefix))
    .map((path) => {
      const end = path.indexOf('/', prefix.length)
      return end === -1 ? path : path.slice(0, end + 1)
    })
  return [...new Set(children)].sort()
}
