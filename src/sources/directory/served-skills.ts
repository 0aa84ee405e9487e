import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import type { SkillHead } from '../../skill/types.ts'
import { quote } from '../../text/quote.ts'
import { isAddressable, MAX_PATH_BYTES } from '../../uri/segment.ts'
import { collisionKey } from '../file-name.ts'
import { caseCollision, duplicateName } from '../name-findings.ts'
import { type AssignedPath, assignSkillPaths, type NamedFolder } from '../skill-paths.ts'
import type { SkillSummary } from '../types.ts'
import type { FoundSkill } from './scan-types.ts'

/** A skill that the source shows. */
export interface ServedSkill {
  found: FoundSkill
  summary: SkillSummary
  /** What is said of it beside what its files say. */
  notes: Diagnostic[]
}

/** A skill whose path another one of an earlier root has. */
export interface ShadowedSkill {
  skill: FoundSkill
  winner: ServedSkill
}

export interface ServedSkills {
  /** By skill path, in the order of the listing. */
  served: Map<string, ServedSkill>
  shadowed: ShadowedSkill[]
  /** Of skills that are not served at all. */
  diagnostics: Diagnostic[]
}

interface NamedSkill extends NamedFolder {
  found: FoundSkill
  head: SkillHead
}

/** Gives every skill that can be read its path. Of two with one path the earlier root's is served. */
export function servedSkills(
  skills: readonly FoundSkill[],
  headOf: (skill: FoundSkill) => SkillHead | undefined,
): ServedSkills {
  const result: ServedSkills = { served: new Map(), shadowed: [], diagnostics: [] }
  for (const named of byRoot(skills, headOf)) {
    const assigned = assignSkillPaths(named)
    for (const skill of named) serve(result, skill, assigned.get(skill)!)
  }
  noteCaseCollisions(result.served)
  return result
}

function byRoot(
  skills: readonly FoundSkill[],
  headOf: (skill: FoundSkill) => SkillHead | undefined,
): NamedSkill[][] {
  const roots: NamedSkill[][] = []
  const known = new Map<FoundSkill | undefined, NamedSkill>()
  for (const found of skills) {
    const head = headOf(found)
    if (head === undefined) continue
    let outer = found.enclosing
    while (outer !== undefined && !known.has(outer)) outer = outer.enclosing
    const { folderPath } = found
    const named = { found, head, name: head.name, folderPath, enclosing: known.get(outer) }
    known.set(found, named)
    ;(roots[found.root] ??= []).push(named)
  }
  return roots.filter((named) => named !== undefined)
}

function serve(result: ServedSkills, { found, head }: NamedSkill, path: AssignedPath<NamedSkill>): void {
  const { skillPath, takenBy } = path
  if (!isNameable(skillPath)) {
    const message = `No URI can hold the path ${quote(skillPath)}`
    const finding = diagnostic('NAME_UNSAFE', found.head.at.path, message, {
      hint: 'Rename or move the folder.',
    })
    result.diagnostics.push(finding)
    return
  }
  const winner = result.served.get(skillPath)
  if (winner !== undefined) {
    result.shadowed.push({ skill: found, winner })
    return
  }
  const { folderPath } = found
  const listable = head.listable && skillPath.slice(skillPath.lastIndexOf('/') + 1) === head.name
  const summary: SkillSummary = { ...head, listable, skillPath }
  if (folderPath !== skillPath) summary.folderPath = folderPath
  const names = { name: head.name, folder: folderPath, otherFolder: takenBy?.folderPath ?? '' }
  const notes = takenBy === undefined ? [] : [duplicateName(found.head.at.path, names)]
  result.served.set(skillPath, { found, summary, notes })
}

function isNameable(skillPath: string): boolean {
  const fits = Buffer.byteLength(`${skillPath}/SKILL.md`) <= MAX_PATH_BYTES
  return fits && skillPath.split('/').every(isAddressable)
}

function noteCaseCollisions(served: Map<string, ServedSkill>): void {
  const first = new Map<string, string>()
  for (const [skillPath, { found, notes }] of served) {
    const key = collisionKey(skillPath)
    const twin = first.get(key)
    if (twin === undefined) {
      first.set(key, skillPath)
      continue
    }
    notes.push(caseCollision(found.head.at.path, skillPath, twin))
  }
}
