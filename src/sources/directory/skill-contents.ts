import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { MAX_PATH_BYTES } from '../../uri/segment.ts'
import type { SkillHead } from '../../skill/types.ts'
import type { SkillContents } from '../complete-entry.ts'
import { isMisspeltSkillFile, isPrivateName, nameFault } from '../file-name.ts'
import { failureCode, failureReason } from './failure-reason.ts'
import type { Folder, Opening } from './folder.ts'
import { openSkill, type OpenSkill } from './open-skill.ts'
import type { Pace } from './pace.ts'
import { note, readSkillFile } from './read-skill-file.ts'
import { reusedMemory } from './read-open-file.ts'
import type { FoundSkill } from './scan-types.ts'
import { neverTrue, type Stamp, stampOf, type Witness } from './stamp.ts'

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

/** What a walk has gathered, and what it works with. */
export interface ContentsWalk {
  skill: FoundSkill
  open: OpenSkill
  pace: Pace
  memory: (bytes: number) => Uint8Array
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
  { opening, pace }: { opening: Opening; pace: Pace },
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
  const walk = { skill, open, pace, memory: reusedMemory(), names: 0, bytes: 0, contents }
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

async function walkFolder(walk: ContentsWalk, { folder, realPath, path }: WalkedFolder): Promise<void> {
  walk.contents.witnesses.push({ path: realPath, stamp: stampOf(folder.stat(), Date.now()) })
  const { children, complete } = folder.children(MAX_NAMES - walk.names)
  walk.names += children.length
  if (!complete) cutShort(walk, path, `The skill holds more than ${MAX_NAMES} names; the rest was left out`)
  children.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const child of children) {
    if (walk.pace.isDue()) await walk.pace.breathe()
    if (!isServed(walk, path, child)) continue
    const childPath = [...path, child.name]
    const childRealPath = join(realPath, child.name)
    if (!child.isDirectory()) readSkillFile(walk, { folder: { folder, realPath }, path: childPath, child })
    else
      await walkChild(walk, { folder: folder.folder(child.name), realPath: childRealPath, path: childPath })
  }
}

async function walkChild(walk: ContentsWalk, child: WalkedFolder): Promise<void> {
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
function isServed(walk: ContentsWalk, folder: readonly string[], child: Dirent): boolean {
  const { name } = child
  if (isPrivateName(name)) return false
  if (folder.length === 0 && isMisspeltSkillFile(name) && !child.isDirectory()) return false
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
