import { posix } from 'node:path'
import type { Diagnostic } from '../../skill/diagnostic.ts'
import { completeEntry } from '../complete-entry.ts'
import type { SkillEntry } from '../types.ts'
import type { ServedSkill } from './served-skills.ts'
import type { ReadContents } from './skill-contents.ts'
import { isSameStamp } from './stamp.ts'

/**
 * The entry of a skill with these contents; `undefined` if they belong to another `SKILL.md` than the summary.
 * `scanned` is what the scan has said of all folders.
 */
export function skillEntry(
  { found, summary, notes }: ServedSkill,
  contents: ReadContents,
  scanned: readonly Diagnostic[],
): SkillEntry | undefined {
  const headStamp = found.head.witnesses.at(-1)?.stamp
  if (headStamp === undefined || contents.skillFile === undefined) return undefined
  if (!isSameStamp(headStamp, contents.skillFile)) return undefined
  const { shownPath } = found
  const about = scanned.filter(({ path }) => path === shownPath || parentOf(path) === shownPath)
  return completeEntry(
    { ...summary, listable: summary.listable && contents.listable },
    { ...contents, diagnostics: [...contents.diagnostics, ...notes, ...about] },
    shownPath,
  )
}

function parentOf(path: string): string {
  const parent = posix.dirname(path)
  return parent === '.' ? '' : parent
}
