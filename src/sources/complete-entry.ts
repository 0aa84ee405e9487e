import { type Diagnostic, diagnostic } from '../skill/diagnostic.ts'
import { LIMITS } from '../skill/limits.ts'
import type { SkillFile } from '../skill/types.ts'
import { collisionKey } from './file-name.ts'
import { caseCollision } from './name-findings.ts'
import type { SkillEntry, SkillSummary } from './types.ts'

export interface SkillContents {
  /** In any order. */
  files: SkillFile[]
  diagnostics: Diagnostic[]
  /** False if a file of the skill is missing here: it could not be read, or a limit ended the walk. */
  complete: boolean
}

/**
 * The entry of a skill with these files. One that is beyond SEP-2640's limits, or not complete, still loads but is not
 * listable. `folder` is where diagnostics place the skill.
 */
export function completeEntry(summary: SkillSummary, contents: SkillContents, folder: string): SkillEntry {
  const files = contents.files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const beyond = beyondLimits(files, folder)
  return {
    ...summary,
    listable: summary.listable && contents.complete && beyond.length === 0,
    files,
    diagnostics: [...contents.diagnostics, ...beyond, ...collisions(files, folder)],
  }
}

function beyondLimits(files: SkillFile[], folder: string): Diagnostic[] {
  const found: Diagnostic[] = []
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > LIMITS.skillFiles) {
    const message = `The skill has ${files.length} files; one that is published has at most ${LIMITS.skillFiles}`
    found.push(
      diagnostic('TOO_MANY_RESOURCES', folder, message, { hint: 'Pack files that belong together.' }),
    )
  }
  if (bytes > LIMITS.skillBytes) {
    const message = `The skill's files have ${bytes} bytes; one that is published has at most ${LIMITS.skillBytes}`
    found.push(diagnostic('SKILL_TOO_LARGE', folder, message, { hint: 'Move large files out of the skill.' }))
  }
  return found
}

function collisions(files: SkillFile[], folder: string): Diagnostic[] {
  const first = new Map<string, string>()
  const found: Diagnostic[] = []
  for (const { path } of files) {
    const key = collisionKey(path)
    const twin = first.get(key)
    if (twin === undefined) {
      first.set(key, path)
      continue
    }
    found.push(caseCollision(joined(folder, path), path, twin))
  }
  return found
}

/** `path` inside `folder`, where the folder may be the root itself. */
export function joined(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`
}
