import { join } from 'node:path'
import { diagnostic } from '../../skill/diagnostic.ts'
import { LIMITS } from '../../skill/limits.ts'
import { quote } from '../../text/quote.ts'
import { visible } from '../../text/visible.ts'
import { joined } from '../complete-entry.ts'
import { misspeltSkillFile } from '../name-findings.ts'
import type { FolderFacts } from './folder-facts.ts'
import type { ScanPlace } from './scan-folder.ts'
import type { ScanState } from './scan-types.ts'

/** How many more folders may be looked into; an empty one is reported once. */
export interface Budget {
  left: number
  most: number
  what: string
  shownPath: string
}

/** Takes one folder from every budget; false if one is empty, which is then reported. */
export function spend(state: ScanState, budgets: readonly Budget[]): boolean {
  const empty = budgets.find(({ left }) => left <= 0)
  if (empty === undefined) {
    for (const budget of budgets) budget.left--
    return true
  }
  if (empty.left === 0) {
    const message = `Only the first ${empty.most} ${empty.what} were searched for skills`
    const hint = 'Name the folders that hold skills as roots of their own.'
    state.diagnostics.push(diagnostic('SCAN_LIMIT', empty.shownPath, message, { hint }))
    empty.left = -1
  }
  return false
}

/** Says once per root that it goes deeper than the search; what lies deep inside a skill is expected to be no skill. */
export function reportDepth(state: ScanState, place: ScanPlace, facts: FolderFacts): void {
  const insideSkill = facts.skillFile !== undefined || place.enclosing !== undefined
  if (facts.folders.length === 0 || insideSkill || state.tooDeep.has(place.root)) return
  state.tooDeep.add(place.root)
  const message = `Skills are searched in ${LIMITS.scanDepth} levels below a root; what lies below this folder was left out`
  const hint = 'Name a folder nearer to the skills as a root.'
  state.diagnostics.push(diagnostic('SCAN_LIMIT', place.shownPath, message, { hint }))
}

/** Says which names in a folder keep something from being found. */
export function reportNames(state: ScanState, place: ScanPlace, facts: FolderFacts): void {
  const insideSkill = place.enclosing !== undefined
  if (!insideSkill || facts.skillFile !== undefined) reportMisspelt(state, place, facts)
  if (!facts.complete) {
    const message = 'The folder holds so many names that not all were looked at'
    state.diagnostics.push(diagnostic('SCAN_LIMIT', place.shownPath, message))
  }
  if (insideSkill || facts.skillFile !== undefined) return
  for (const name of facts.unnameable) {
    const message = `No URI can hold the name ${quote(name)}, so the folder was not searched`
    const path = joined(place.shownPath, visible(name))
    state.diagnostics.push(diagnostic('NAME_UNSAFE', path, message, { hint: 'Rename the folder.' }))
  }
  if (place.depth === 0) return
  for (const name of facts.links) {
    state.unfollowed.push({
      realPath: join(place.own.realPath, name),
      shownPath: joined(place.shownPath, name),
    })
  }
}

function reportMisspelt(state: ScanState, place: ScanPlace, facts: FolderFacts): void {
  const where = facts.skillFile === undefined ? 'alone' : 'beside'
  for (const name of facts.misspelt) {
    state.diagnostics.push(misspeltSkillFile(joined(place.shownPath, name), name, where))
  }
}
