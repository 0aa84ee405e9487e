import { digestOf } from '../skill/digest.ts'
import { LIMITS } from '../skill/limits.ts'
import { completeEntry } from './complete-entry.ts'
import { filesBelow, type MemorySkill, memorySkills } from './memory-skills.ts'
import { type MemoryTree, memoryTree } from './memory-tree.ts'
import { referenceIsFolder, referenceNotFound, skillNotFound, tooLarge } from './read-errors.ts'
import { referencePath } from './reference-path.ts'
import type { SkillEntry, SkillSource, SourceListing } from './types.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Skills by path, each with its files by path: `{ 'acme/refunds': { 'SKILL.md': '…', 'references/guide.md': '…' } }`. */
export type MemorySkills = Record<string, Record<string, string | Uint8Array>>

/** Skills given in code. The record is live: what is changed in it later is seen by the next call. */
export function memorySource(label: string, skills: MemorySkills): SkillSource {
  let last: SourceListing = { skills: [], diagnostics: [] }

  return {
    label,
    kind: 'memory',
    list: ({ signal } = {}) =>
      unlessAborted(signal, async () => {
        const { served, diagnostics } = memorySkills(memoryTree(skills))
        const listing = { skills: served.map(({ summary }) => summary), diagnostics }
        if (JSON.stringify(listing) !== JSON.stringify(last)) last = listing
        return last
      }),
    get: (skillPath, { signal } = {}) =>
      unlessAborted(signal, async () => {
        const tree = memoryTree(skills)
        const skill = skillAt(tree, skillPath)
        return skill === undefined ? undefined : entryOf(skill, filesBelow(tree, skill.folderPath))
      }),
    read: (skillPath, filePath, { signal } = {}) =>
      unlessAborted(signal, async () => {
        const path = referencePath(filePath)
        const tree = memoryTree(skills)
        const skill = skillAt(tree, skillPath)
        if (skill === undefined) throw skillNotFound(skillPath)
        return readFile(filesBelow(tree, skill.folderPath), skillPath, path)
      }),
  }
}

function skillAt(tree: MemoryTree, skillPath: string): MemorySkill | undefined {
  return memorySkills(tree).served.find(({ summary }) => summary.skillPath === skillPath)
}

function entryOf(skill: MemorySkill, files: Map<string, Uint8Array>): SkillEntry {
  const listed = [...files].filter(([, bytes]) => bytes.length <= LIMITS.fileBytes)
  const contents = {
    files: listed.map(([path, bytes]) => ({ path, size: bytes.length, digest: digestOf(bytes) })),
    diagnostics: skill.diagnostics,
    complete: listed.length === files.size,
  }
  return completeEntry(skill.summary, contents, skill.folderPath)
}

function readFile(files: Map<string, Uint8Array>, skillPath: string, filePath: string): Uint8Array {
  const bytes = files.get(filePath)
  if (bytes === undefined) {
    const children = childrenOf(files, `${filePath}/`)
    if (children.length > 0) throw referenceIsFolder(skillPath, filePath, children)
    throw referenceNotFound(skillPath, filePath, files.keys())
  }
  if (bytes.length > LIMITS.fileBytes) throw tooLarge(skillPath, filePath, LIMITS.fileBytes)
  return bytes.slice()
}

/** What lies directly below a prefix; folders with a `/` at the end. */
function childrenOf(files: Map<string, Uint8Array>, prefix: string): string[] {
  const children = new Set<string>()
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue
    const end = path.indexOf('/', prefix.length)
    children.add(end === -1 ? path : path.slice(0, end + 1))
  }
  return [...children].sort()
}
