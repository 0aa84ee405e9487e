import { SkillwayError } from '../errors.ts'
import { nearest } from '../text/nearest.ts'
import { quote } from '../text/quote.ts'

/** How many existing files the error for a missing one names. */
const NEAREST_FILES = 5
/** How many children the error for a folder names. */
const NAMED_CHILDREN = 20

export function skillNotFound(skillPath: string): SkillwayError {
  return new SkillwayError('SKILL_NOT_FOUND', `Skill not found: ${quote(skillPath)}`, {
    hint: 'List the skills to see what there is.',
  })
}

/** The error for a file that the skill does not have; `filePaths` are those that it has. */
export function referenceNotFound(
  skillPath: string,
  filePath: string,
  filePaths: Iterable<string>,
): SkillwayError {
  const near = nearest(filePath, filePaths, NEAREST_FILES)
  return new SkillwayError(
    'REFERENCE_NOT_FOUND',
    `Reference not found: ${quote(filePath)} in skill ${quote(skillPath)}`,
    {
      hint:
        near.length === 0 ? 'The skill has no such file.' : `Did you mean: ${near.map(quote).join(', ')}?`,
    },
  )
}

/** The error for a folder that was read as a file; `children` are the paths of what it holds, folders with a `/` at the end. */
export function referenceIsFolder(
  skillPath: string,
  filePath: string,
  children: readonly string[],
): SkillwayError {
  const named = children.slice(0, NAMED_CHILDREN).map(quote).join(', ')
  const more = children.length > NAMED_CHILDREN ? ` and ${children.length - NAMED_CHILDREN} more` : ''
  const content = children.length === 0 ? 'it is empty' : `it holds ${named}${more}`
  return new SkillwayError(
    'REFERENCE_IS_DIRECTORY',
    `Reference is a folder: ${quote(filePath)} in skill ${quote(skillPath)}; ${content}`,
    { hint: 'Read one of the files in it.' },
  )
}

/** The error for what is there but is no regular file: a FIFO, a socket, a device, a link that leaves the skill. */
export function notAFile(skillPath: string, filePath: string, why: string): SkillwayError {
  return new SkillwayError(
    'NOT_A_FILE',
    `Reference cannot be read: ${quote(filePath)} in skill ${quote(skillPath)}: ${why}`,
    { hint: 'Only regular files inside the skill are served.' },
  )
}

export function tooLarge(skillPath: string, filePath: string, limit: number): SkillwayError {
  return new SkillwayError(
    'TOO_LARGE',
    `Reference is too large: ${quote(filePath)} in skill ${quote(skillPath)} has more than ${limit} bytes`,
    { hint: 'Split the file, or let a script of the skill read it.' },
  )
}
