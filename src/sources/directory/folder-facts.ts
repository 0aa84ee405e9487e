import type { Dirent } from 'node:fs'
import { isMisspeltSkillFile, isPrivateName, nameFault } from '../file-name.ts'
import type { Folder } from './folder.ts'
import { hasPathStamp, type Stamp, stampOf } from './stamp.ts'

/** What a scan must know of a folder. Names are sorted. */
export interface FolderFacts {
  stamp: Stamp
  /** What the name `SKILL.md` stands for here. */
  skillFile: 'file' | 'link' | 'other' | undefined
  /** Folders that may hold skills. */
  folders: string[]
  links: string[]
  /** `skill.md`, `Skill.md`. */
  misspelt: string[]
  /** Folders that no URI can name. */
  unnameable: string[]
  /** False if the folder holds more names than are looked at. */
  complete: boolean
}

/** Names of one folder that are looked at. */
const MAX_CHILDREN = 100_000

/** The facts of the folder at `realPath`: the known ones if the folder is certainly the same, else it is read. */
export function folderFacts(folder: Folder, realPath: string, known: FolderFacts | undefined): FolderFacts {
  if (known?.stamp.settled && hasPathStamp(realPath, known.stamp)) return known
  const stamp = stampOf(folder.stat(), Date.now())
  const { children, complete } = folder.children(MAX_CHILDREN)
  const facts: FolderFacts = {
    stamp,
    skillFile: undefined,
    folders: [],
    links: [],
    misspelt: [],
    unnameable: [],
    complete,
  }
  for (const child of children) record(child, facts)
  for (const names of [facts.folders, facts.links, facts.misspelt, facts.unnameable]) names.sort()
  return facts
}

function record(child: Dirent, facts: FolderFacts): void {
  const { name } = child
  if (isPrivateName(name)) return
  if (name === 'SKILL.md')
    facts.skillFile = child.isFile() ? 'file' : child.isSymbolicLink() ? 'link' : 'other'
  if (child.isDirectory()) {
    const servable = nameFault(name)?.served !== false
    ;(servable ? facts.folders : facts.unnameable).push(name)
  } else if (isMisspeltSkillFile(name)) {
    facts.misspelt.push(name)
  } else if (child.isSymbolicLink() && name !== 'SKILL.md') {
    facts.links.push(name)
  }
}
