import type { Diagnostic } from '../../skill/diagnostic.ts'
import { completeEntry } from '../complete-entry.ts'
import type { SkillEntry } from '../types.ts'
import type { ServedSkill } from './served-skills.ts'
import type { ReadContents } from './skill-contents.ts'

/**
 * The entry of a skill with these contents; `undefined` if they do not go with its place, since it has another name now or
 * no `SKILL.md` any more. `scanned` is what the scan has said of its folder.
 */
export function skillEntry(
  { found, summary, notes }: ServedSkill,
  contents: ReadContents,
  scanned: readonly Diagnostic[],
): SkillEntry | undefined {
  const { head, skillFile } = contents
  if (skillFile === undefined || (head !== undefined && head.name !== summary.name)) return undefined
  const said = new Set(contents.diagnostics.map(({ code, path }) => `${code} ${path}`))
  const about = scanned.filter(({ code, path }) => !said.has(`${code} ${path}`))
  const goesByName = summary.skillPath.split('/').at(-1) === summary.name
  const listable = (head ?? summary).listable && contents.listable && goesByName
  return completeEntry(
    { ...summary, ...head, listable },
    { ...contents, diagnostics: [...contents.diagnostics, ...notes, ...about] },
    found.shownPath,
  )
}
