import { join } from 'node:path'
import { MAX_PATH_BYTES } from '../../uri/segment.ts'
import type { SkillHead } from '../../skill/types.ts'
import type { SkillContents } from '../complete-entry.ts'
import { isMisspeltSkillFile, nameFault } from '../file-name.ts'
import { failureCode, failureReason } from './failure-reason.ts'
import { type Child, type FolderFacts, folderFacts } from './folder-facts.ts'
import type { Folder, Opening } from './folder.ts'
import { openSkill, type OpenSkill } from './open-skill.ts'
import type { Pace } from './pace.ts'
import { note, readSkillFile } from './read-skill-file.ts'
import type { FoundSkill } from './scan-types.ts'
import { neverTrue, type Stamp, type Witness } from './stamp.ts'

/** All files of a skill as they were under the witnesses' stamps. */
export interface ReadContents extends SkillContents {
  witnesses: Witness[]
  /** The stamp of `SKILL.md`. */
  skillFile: Stamp | undefined
  /** False where the whole `SKILL.md` has a fault that its head does not show. */
  listable: boolean
  /** Its head, if it is not the one that the skill was found with. */
  head: SkillHead | undefined
}

export interface ContentsOptions {
  opening: Opening
  pace: Pace
  /** Room for the bytes of one file at a time. */
  memory(bytes: number): Uint8Array
  /** What the last scan knows of a folder. */
  knownFolder(realPath: string): FolderFacts | undefined
}

/** What a walk has gathered, and what it works with. */
export interface ContentsWalk {
  skill: FoundSkill
  open: OpenSkill
  pace: Pace
  memory: (bytes: number) => Uint8Array
  knownFolder: (realPath: string) => FolderFacts | undefined
  /** Names looked at, and bytes hashed. */
  names: number
  bytes: number
  contents: ReadContents
}

/** Names in one skill that are looked at; a skill with more is not published anyway. */
const MAX_NAMES = 10_000
const MAX_DEPTH = 32

/**
 * Reads and hashes every file of a skill. Hidden files and installed packages are not part of it; what is refused has a
 * diagnostic. Hard links are served like any file: who can make one in a root of the operator's can also write there.
 *
 * @throws the system's error if the skill's folder itself cannot be read
 */
export async function skillContents(
  skill: FoundSkill,
  { opening, pace, memory, knownFolder }: ContentsOptions,
): Promise<ReadContents> {
  const open = openSkill(skill, opening)
  const contents: ReadContents = {
    files: [],
    diagnostics: [],
    complete: true,
    witnesses: [],
    skillFile: undefined,
    listable: false,
    head: undefined,
  }
  const walk = { skill, open, pace, memory, knownFolder, names: 0, bytes: 0, contents }
  try {
    await walkFolder(walk, { folder: open.own.folder, realPath: open.own.realPath, path: [] })
    return contents
  } finally {
    open.close()
  }
}

interface WalkedFolder {
  folder: Folder
  realPath: string
  path: readonly string[]
}

async function walkFolder(walk: ContentsWalk, at: WalkedFolder): Promise<void> {
  const { folder, realPath, path } = at
  const facts = folderFacts(folder, realPath, { known: walk.knownFolder(realPath), max: MAX_NAMES })
  walk.contents.witnesses.push({ path: realPath, stamp: facts.stamp })
  const left = MAX_NAMES - walk.names
  const children = facts.children.length > left ? facts.children.slice(0, left) : facts.children
  walk.names += children.length
  if (!facts.complete || children.length < facts.children.length) {
    cutShort(walk, path, `The skill holds more than ${MAX_NAMES} names; the rest was left out`)
  }
  for (const child of children) {
    if (walk.pace.isDue()) await walk.pace.breathe()
    if (isServed(walk, path, child)) await walkChild(walk, at, child)
  }
}

async function walkChild(walk: ContentsWalk, parent: WalkedFolder, child: Child): Promise<void> {
  const path = [...parent.path, child.name]
  if (child.kind !== 'folder') return readSkillFile(walk, { folder: parent, path, child })
  const realPath = join(parent.realPath, child.name)
  await walkBelow(walk, { folder: parent.folder.folder(child.name), realPath, path })
}

async function walkBelow(walk: ContentsWalk, child: WalkedFolder): Promise<void> {
  try {
    if (child.path.length > MAX_DEPTH)
      cutShort(walk, child.path, `Folders below level ${MAX_DEPTH} were left out`)
    else await walkFolder(walk, child)
  } catch (error) {
    const message = `The folder cannot be read: ${failureReason(failureCode(error))}`
    walk.contents.complete = false
    walk.contents.witnesses.push(neverTrue(child.realPath))
    note(walk, 'DIR_UNREADABLE', child.path, message, 'Let whoever runs Skillway read the folder.')
  } finally {
    child.folder.close()
  }
}

/** Says what speaks against a name; false if that keeps it from being served. */
function isServed(walk: ContentsWalk, folder: readonly string[], { name, kind }: Child): boolean {
  if (folder.length === 0 && isMisspeltSkillFile(name) && kind !== 'folder') return false
  const path = [...folder, name]
  const tooLong = Buffer.byteLength(`${walk.skill.folderPath}/${path.join('/')}`) > MAX_PATH_BYTES
  const fault = tooLong ? { served: false, why: 'its path is too long for a URI' } : nameFault(name)
  if (fault === undefined) return true
  const message = fault.served ? `The name makes trouble: ${fault.why}` : `Not served: ${fault.why}`
  note(walk, 'RESOURCE_UNSAFE_NAME', path, message, 'Rename it.')
  return fault.served
}

function cutShort(walk: ContentsWalk, path: readonly string[], message: string): void {
  walk.contents.complete = false
  note(walk, 'SCAN_LIMIT', path, message, 'Keep a skill small: what it does not need does not belong in it.')
}
