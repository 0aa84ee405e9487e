import { parseFilePath } from '../uri/file-path.ts'

/**
 * The path of a file of a skill as somebody gave it; a slash at the end, as folders are written, is dropped.
 *
 * @throws SkillwayError if it could mean anything but a plain path inside the skill
 */
export function referencePath(filePath: string): string {
  return parseFilePath(filePath.length > 1 && filePath.endsWith('/') ? filePath.slice(0, -1) : filePath)
}
