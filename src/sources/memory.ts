import { SkillwayError } from '../errors.ts'
import { digestOf } from '../skill/digest.ts'
import { LIMITS } from '../skill/limits.ts'
import { quote } from '../text/quote.ts'
import { completeEntry } from './complete-entry.ts'
import { filesBelow, type MemorySkill, memorySkills, skillFileParser } from './memory-skills.ts'
import { bytesOf, type MemoryFile, memoryTree } from './memory-tree.ts'
import { referenceIsFolder, referenceNotFound, skillNotFound, tooLarge } from './read-errors.ts'
import { referencePath } from './reference-path.ts'
import type { SkillEntry, SkillSource, SourceListing } from './types.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Skills by path, each with its files by path: `{ 'acme/refunds': { 'SKILL.md': '…', 'references/guide.md': '…' } }`. */
export type MemorySkills = Record<string, Record<string, string | Uint8Array>>

/** Skills given in code: an object, or a function that gives one, which is asked anew in every call. */
export type SkillsInCode = MemorySkills | (() => MemorySkills | Promise<MemorySkills>)

/** Skills given in code, as they are when a call is made. */
export function memorySource(label: string, skills: SkillsInCode): SkillSource {
  const current = async (): Promise<MemorySkills> =>
    typeof skills === 'function' ? given(label, skills) : skills
  const parse = skillFileParser()
  let last: SourceListing = { skills: [], diagnostics: [] }

  /** The skill at a path and its files, as they are now. */
  async function find(skillPath: string): Promise<Found | undefined> {
    const tree = memoryTree(await current())
    const skill = memorySkills(tree, parse).served.find(({ summary }) => summary.skillPath === skillPath)
    return skill === undefined ? undefined : { skill, files: filesBelow(tree, skill.folderPath) }
  }

  return {
    label,
    kind: 'memory',
    list: ({ signal } = {}) =>
      unlessAborted(signal, async () => {
        const { served, diagnostics } = memorySkills(memoryTree(await current()), parse)
        const listing = { skills: served.map(({ summary }) => summary), diagnostics }
        if (JSON.stringify(listing) !== JSON.stringify(last)) last = listing
        return last
      }),
    get: (skillPath, { signal } = {}) =>
      unlessAborted(signal, async () => {
        const found = await find(skillPath)
        return found === undefined ? undefined : entryOf(found.skill, found.files)
      }),
    read: (skillPath, filePath, { signal } = {}) =>
      unlessAborted(signal, async () => {
        const path = referencePath(filePath)
        const found = await find(skillPath)
        if (found === undefined) throw skillNotFound(skillPath)
        const bytes = readFile(found.files, skillPath, path)
        if (filePath.endsWith('/')) throw referenceNotFound(skillPath, filePath, [path])
        return bytes
      }),
  }
}

/** What the function gives; what it throws is its host's own and not for everybody's eyes. */
async function given(
  label: string,
  skills: () => MemorySkills | Promise<MemorySkills>,
): Promise<MemorySkills> {
  try {
    return await skills()
  } catch (cause) {
    const hint = 'The function that gives them failed; its error is the cause of this one.'
    throw new SkillwayError('SOURCE_UNAVAILABLE', `The skills of ${quote(label)} cannot be had`, {
      hint,
      cause,
    })
  }
}

interface Found {
  skill: MemorySkill
  files: Map<string, MemoryFile>
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
