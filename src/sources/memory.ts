import { digestOf } from '../skill/digest.ts'
import { LIMITS } from '../skill/limits.ts'
import { completeEntry } from './complete-entry.ts'
import { filesBelow, type MemorySkill, memorySkills, skillFileParser } from './memory-skills.ts'
import { bytesOf, type MemoryFile, memoryTree } from './memory-tree.ts'
import { referenceIsFolder, referenceNotFound, skillNotFound, tooLarge } from './read-errors.ts'
import { referencePath } from './reference-path.ts'
import type { SkillEntry, SkillSource, SourceListing } from './types.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Skills by path, each with its files by path: `{ 'acme/refunds': { 'SKILL.md': '…', 'references/guide.md': '…' } }`. */
export type MemorySkills = Record<string, Record<string, string | Uint8Array>>

/** Skills given in code. The record is live: what is changed in it later is seen by the next call. */
export function memorySource(label: string, skills: MemorySkills): SkillSource {
  const parse = skillFileParser()
  let last: SourceListing = { skills: [], diagnostics: [] }

  /** The skill at a path and its files, as they are now. */
  function find(skillPath: string): { skill: MemorySkill; files: Map<string, MemoryFile> } | undefined {
    const tree = memoryTree(skills)
    const skill = memorySkills(tree, parse).served.find(({ summary }) => summary.skillPath === skillPath)
    return skill === undefined ? undefined : { skill, files: filesBelow(tree, skill.folderPath) }
  }

  return {
    label,
    kind: 'memory',
    list: ({ signal } = {}) =>
      unlessAborted(signal, async () => {
        const { served, diagnostics } = memorySkills(memoryTree(skills), parse)
        const listing = { skills: served.map(({ summary }) => summary), diagnostics }
        if (JSON.stringify(listing) !== JSON.stringify(last)) last = listing
        return last
      }),
    get: (skillPath, { signal } = {}) =>
      unlessAborted(signal, async () => {
        const found = find(skillPath)
        return found === undefined ? undefined : entryOf(found.skill, found.files)
      }),
    read: (skillPath, filePath, { signal } = {}) =>
      unlessAborted(signal, async () => {
        const path = referencePath(filePath)
        const found = find(skillPath)
        if (found === undefined) throw skillNotFound(skillPath)
        const bytes = readFile(found.files, skillPath, path)
        if (filePath.endsWith('/')) throw referenceNotFound(skillPath, filePath, [path])
        return bytes
      }),
  }
}

function entryOf(skill: MemorySkill, files: Map<string, MemoryFile>): SkillEntry {
  const all = Array.from(files, ([path, file]) => ({ path, bytes: bytesOf(file) }))
  const listed = all.filter(({ bytes }) => bytes.length <= LIMITS.fileBytes)
  const contents = {
    files: listed.map(({ path, bytes }) => ({ path, size: bytes.length, digest: digestOf(bytes) })),
    diagnostics: skill.diagnostics,
    complete: listed.length === all.length,
  }
  return completeEntry(skill.summary, contents, skill.folderPath)
}

function readFile(files: Map<string, MemoryFile>, skillPath: string, filePath: string): Uint8Array {
  const file = files.get(filePath)
  if (file === undefined) {
    const children = childrenOf(files, `${filePath}/`)
    if (children.length > 0) throw referenceIsFolder(skillPath, filePath, children)
    throw referenceNotFound(skillPath, filePath, files.keys())
  }
  const bytes = bytesOf(file)
  if (bytes.length > LIMITS.fileBytes) throw tooLarge(skillPath, filePath, LIMITS.fileBytes)
  return bytes.slice()
}

/** What lies directly below a prefix; folders with a `/` at the end. */
function childrenOf(files: Map<string, MemoryFile>, prefix: string): string[] {
  const children = new Set<string>()
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue
    const end = path.indexOf('/', prefix.length)
    children.add(end === -1 ? path : path.slice(0, end + 1))
  }
  return [...children].sort()
}
