import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'

export function referenceNotFound(filePath: string, skillName: string): SkillwayError {
  const message = `Reference not found: ${quote(filePath)} in skill ${quote(skillName)}`
  return new SkillwayError('REFERENCE_NOT_FOUND', message, {
    hint: 'List the files of the skill to see what it has.',
  })
}

export function referenceTooLarge(file: { filePath: string; skillName: string; why: string }): SkillwayError {
  const message = `File ${quote(file.filePath)} in skill ${quote(file.skillName)} is too large: ${file.why}`
  return new SkillwayError('TOO_LARGE', message, { hint: 'Ask whoever runs the server to split the file.' })
}
