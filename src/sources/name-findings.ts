import { type Diagnostic, diagnostic } from '../skill/diagnostic.ts'
import { LIMITS } from '../skill/limits.ts'
import { quote } from '../text/quote.ts'

/** The finding for a skill whose name's path another one of its root has. Folders are relative to the root. */
export function duplicateName(
  path: string,
  { name, folder, otherFolder }: { name: string; folder: string; otherFolder: string },
): Diagnostic {
  const message = `The name ${quote(name)} belongs to the skill in ${quote(otherFolder)}; this one goes by its folder ${quote(folder)}`
  return diagnostic('NAME_DUPLICATE', path, message, { hint: 'Give one of the two another name.' })
}

/** The finding for a file at `path` that is nearly called `SKILL.md`, alone in its folder or beside one. */
export function misspeltSkillFile(path: string, name: string, where: 'alone' | 'beside'): Diagnostic {
  const alone = where === 'alone'
  const message = alone
    ? `The file is called ${quote(name)}; only SKILL.md makes a folder a skill`
    : `${quote(name)} stands beside SKILL.md; it is not served, since some systems take the two for one`
  return diagnostic('FILENAME_CASE', path, message, {
    hint: alone ? 'Rename it to SKILL.md.' : 'Remove or rename it.',
  })
}

/** The finding for a `SKILL.md` that is too large to be read. */
export function skillFileTooLarge(path: string, size: number): Diagnostic {
  const message = `SKILL.md has ${size} bytes; at most ${LIMITS.skillFileBytes} are read`
  const hint = 'Move what is not needed at once into files beside it.'
  return diagnostic('SKILL_TOO_LARGE', path, message, { hint })
}

/** The finding for a skill or file whose twin differs only in what some systems ignore. */
export function caseCollision(path: string, one: string, other: string): Diagnostic {
  const message = `${quote(one)} and ${quote(other)} differ only in letter case or Unicode form`
  const hint = 'Rename one of them: on many systems they are the same.'
  return diagnostic('NAME_CASE_COLLISION', path, message, { hint })
}
