import { closeSync } from 'node:fs'
import { SkillwayError } from '../../errors.ts'
import { LIMITS } from '../../skill/limits.ts'
import { quote } from '../../text/quote.ts'
import { isPartOfSkill } from '../file-name.ts'
import { notAFile, referenceIsFolder, referenceNotFound, tooLarge } from '../read-errors.ts'
import { failureCode } from './failure-reason.ts'
import { childPaths, filePaths } from './file-paths.ts'
import type { Folder, Opening } from './folder.ts'
import type { Refusal } from './open-inside.ts'
import { openSkill, type OpenSkill } from './open-skill.ts'
import { readOpenFile } from './read-open-file.ts'
import type { ServedSkill } from './served-skills.ts'

/** How often a file that changes while it is read is tried. */
const TRIES = 3

/** The bytes of one file of a skill, as they were at one moment. */
export function readReference(skill: ServedSkill, filePath: string, opening: Opening): Uint8Array {
  const { skillPath } = skill.summary
  const open = openSkill(skill.found, opening)
  try {
    const path = filePath.split('/')
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const opened = isPartOfSkill(path) ? open.open(path) : { refused: 'absent' as const }
      if (opened.refused !== undefined) throw refusal(opened.refused, open, { skillPath, filePath })
      try {
        if (opened.file.stat.size > LIMITS.fileBytes) throw tooLarge(skillPath, filePath, LIMITS.fileBytes)
        const snapshot = readOpenFile(opened.file, (bytes) => new Uint8Array(bytes))
        if (snapshot !== undefined) return snapshot.bytes
      } finally {
        closeSync(opened.file.descriptor)
      }
    }
    throw unavailable(skillPath, filePath, 'it changes faster than it can be read')
  } finally {
    open.close()
  }
}

function refusal(
  refused: Refusal,
  { own }: OpenSkill,
  { skillPath, filePath }: { skillPath: string; filePath: string },
): SkillwayError {
  switch (refused) {
    case 'absent':
    case 'broken':
      return referenceNotFound(skillPath, filePath, filePaths(own.folder))
    case 'folder':
      return referenceIsFolder(skillPath, filePath, childrenOf(own.folder, filePath))
    case 'linked-folder':
      return notAFile(skillPath, filePath, 'it is a link to a folder')
    case 'escape':
      return notAFile(skillPath, filePath, 'it is a link that leaves the skill')
    case 'special':
      return notAFile(skillPath, filePath, 'it is not a regular file')
    case 'unreadable':
      return unavailable(skillPath, filePath, 'permission denied')
  }
}

function childrenOf(own: Folder, filePath: string): string[] {
  const segments = filePath.split('/')
  const chain: Folder[] = [own]
  try {
    for (const name of segments) chain.push(chain.at(-1)!.folder(name))
    return childPaths(chain.at(-1)!, `${filePath}/`)
  } catch (error) {
    failureCode(error)
    return []
  } finally {
    for (const folder of chain.slice(1).toReversed()) folder.close()
  }
}

function unavailable(skillPath: string, filePath: string, why: string): SkillwayError {
  return new SkillwayError(
    'SOURCE_UNAVAILABLE',
    `Reference cannot be read: ${quote(filePath)} in skill ${quote(skillPath)}: ${why}`,
    { hint: 'Try again, or mend the file.' },
  )
}
