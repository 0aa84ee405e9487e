import type { Diagnostic } from '../skill/diagnostic.ts'
import { LIMITS } from '../skill/limits.ts'
import { parseSkill } from '../skill/parse.ts'
import type { Parsed, SkillDocument } from '../skill/types.ts'
import { collisionKey, isMisspeltSkillFile, isPartOfSkill } from './file-name.ts'
import { bytesOf, type MemoryFile, type MemoryTree } from './memory-tree.ts'
import { caseCollision, duplicateName, misspeltSkillFile, skillFileTooLarge } from './name-findings.ts'
import { assignSkillPaths, type NamedFolder } from './skill-paths.ts'
import type { SkillSummary } from './types.ts'

/** A skill of a memory source. */
export interface MemorySkill {
  summary: SkillSummary
  folderPath: string
  diagnostics: Diagnostic[]
}

export interface MemoryListing {
  served: MemorySkill[]
  /** Of everything, served or not. */
  diagnostics: Diagnostic[]
}

interface NamedSkill extends NamedFolder {
  parsed: Parsed<SkillDocument>
  document: SkillDocument
}

/** Parses the `SKILL.md` of a folder. */
export type ParseSkillFile = (folderPath: string, bytes: Uint8Array) => Parsed<SkillDocument>

/** A parser that does not parse again what it has parsed for the same folder. */
export function skillFileParser(): ParseSkillFile {
  const known = new Map<string, { bytes: Uint8Array; parsed: Parsed<SkillDocument> }>()
  return (folderPath, bytes) => {
    const before = known.get(folderPath)
    if (before !== undefined && Buffer.compare(before.bytes, bytes) === 0) return before.parsed
    const parsed = parseOnce(folderPath, bytes)
    known.set(folderPath, { bytes: bytes.slice(), parsed })
    return parsed
  }
}

/** The skills in a tree of files: every folder with a `SKILL.md`, nested ones too, as in a folder on disk. */
export function memorySkills(tree: MemoryTree, parse: ParseSkillFile): MemoryListing {
  const listing: MemoryListing = { served: [], diagnostics: [...tree.diagnostics] }
  const named: NamedSkill[] = []
  for (const folderPath of skillFolders(tree)) {
    const parsed = parse(folderPath, bytesOf(tree.files.get(`${folderPath}/SKILL.md`)!))
    listing.diagnostics.push(...parsed.diagnostics)
    const document = parsed.skill
    if (document === undefined) continue
    const enclosing = named.findLast((outer) => folderPath.startsWith(`${outer.folderPath}/`))
    named.push({ folderPath, name: document.name, enclosing, parsed, document })
  }
  const assigned = assignSkillPaths(named)
  for (const skill of named) {
    const { skillPath, takenBy } = assigned.get(skill)!
    const served = servedSkill(skill, skillPath)
    if (takenBy !== undefined) {
      const { folderPath, name } = skill
      const names = { name, folder: folderPath, otherFolder: takenBy.folderPath }
      const finding = duplicateName(`${folderPath}/SKILL.md`, names)
      listing.diagnostics.push(finding)
      served.diagnostics.push(finding)
    }
    listing.served.push(served)
  }
  noteCaseCollisions(listing)
  listing.diagnostics.push(...misspelt(tree))
  return listing
}

function skillFolders({ files }: MemoryTree): string[] {
  const suffix = '/SKILL.md'
  const paths = [...files.keys()].filter((path) => path.endsWith(suffix))
  return paths.map((path) => path.slice(0, -suffix.length)).sort()
}

function parseOnce(folderPath: string, bytes: Uint8Array): Parsed<SkillDocument> {
  const path = `${folderPath}/SKILL.md`
  if (bytes.length <= LIMITS.skillFileBytes)
    return parseSkill(bytes, { path, folderName: lastOf(folderPath) })
  return { skill: undefined, diagnostics: [skillFileTooLarge(path, bytes.length)] }
}

function servedSkill({ folderPath, parsed, document }: NamedSkill, skillPath: string): MemorySkill {
  const { body: _body, ...head } = document
  const listable = head.listable && lastOf(skillPath) === head.name
  const summary: SkillSummary = { ...head, listable, skillPath }
  if (skillPath !== folderPath) summary.folderPath = folderPath
  return { summary, folderPath, diagnostics: [...parsed.diagnostics] }
}

/** The files of the skill in a folder, by path in the skill. */
export function filesBelow({ files }: MemoryTree, folderPath: string): Map<string, MemoryFile> {
  const below = new Map<string, MemoryFile>()
  const prefix = `${folderPath}/`
  for (const [path, bytes] of files) {
    if (!path.startsWith(prefix)) continue
    const own = path.slice(prefix.length)
    if (isPartOfSkill(own.split('/'))) below.set(own, bytes)
  }
  return below
}

function misspelt({ files }: MemoryTree): Diagnostic[] {
  const found: Diagnostic[] = []
  for (const path of files.keys()) {
    const name = lastOf(path)
    if (!isMisspeltSkillFile(name)) continue
    const where = files.has(`${path.slice(0, -name.length)}SKILL.md`) ? 'beside' : 'alone'
    found.push(misspeltSkillFile(path, name, where))
  }
  return found
}

function noteCaseCollisions({ served, diagnostics }: MemoryListing): void {
  const first = new Map<string, string>()
  for (const skill of served) {
    const { skillPath } = skill.summary
    const key = collisionKey(skillPath)
    const twin = first.get(key)
    if (twin === undefined) {
      first.set(key, skillPath)
      continue
    }
    const finding = caseCollision(`${skill.folderPath}/SKILL.md`, skillPath, twin)
    skill.diagnostics.push(finding)
    diagnostics.push(finding)
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
