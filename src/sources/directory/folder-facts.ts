import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { isMisspeltSkillFile, isPrivateName, nameFault } from '../file-name.ts'
import type { Folder } from './folder.ts'
import { hasPathStamp, type Stamp, stampOf } from './stamp.ts'

export type ChildKind = 'file' | 'folder' | 'link' | 'special'

export interface Child {
  name: string
  kind: ChildKind
}

/** Its path is kept: putting it together for each look costs a third as much as the look. */
export interface FolderBelow {
  name: string
  realPath: string
}

/** What a folder holds, but for what is hidden or an installed package. Names are sorted. */
export interface FolderFacts {
  stamp: Stamp
  children: readonly Child[]
  /** What the name `SKILL.md` stands for here. */
  skillFile: ChildKind | undefined
  /** Folders that may hold skills, and those that no URI can name. */
  folders: readonly FolderBelow[]
  unnameable: readonly string[]
  links: readonly string[]
  /** `skill.md`, `Skill.md`. */
  misspelt: readonly string[]
  /** False if the folder holds more names than are looked at. */
  complete: boolean
}

/** Most folders have none of these; one list serves them all. */
const NONE: readonly never[] = []

/** The facts of the folder at `realPath`: the known ones if it is certainly the same, else up to `max` names are read. */
export function folderFacts(
  folder: Folder,
  realPath: string,
  { known, max }: { known: FolderFacts | undefined; max: number },
): FolderFacts {
  if (known?.stamp.settled && hasPathStamp(realPath, known.stamp)) return known
  const stamp = stampOf(folder.stat(), Date.now())
  const { children: all, complete } = folder.children(max)
  const children = all.filter(({ name }) => !isPrivateName(name)).map(childOf)
  children.sort((a, b) => (a.name < b.name ? -1 : 1))
  return factsOf(realPath, { stamp, children, complete })
}

/** What there is to know of a folder with these children. */
export function factsOf(
  realPath: string,
  { stamp, children, complete }: Pick<FolderFacts, 'stamp' | 'children' | 'complete'>,
): FolderFacts {
  const namesOf = (fits: (child: Child) => boolean): readonly string[] => {
    const names = children.filter(fits).map(({ name }) => name)
    return names.length === 0 ? NONE : names
  }
  const folders = namesOf((child) => child.kind === 'folder' && isNameable(child))
  return {
    stamp,
    children,
    skillFile: children.find(({ name }) => name === 'SKILL.md')?.kind,
    folders: folders === NONE ? NONE : folders.map((name) => ({ name, realPath: join(realPath, name) })),
    unnameable: namesOf((child) => child.kind === 'folder' && !isNameable(child)),
    links: namesOf(({ kind, name }) => kind === 'link' && name !== 'SKILL.md'),
    misspelt: namesOf(({ kind, name }) => kind !== 'folder' && isMisspeltSkillFile(name)),
    complete,
  }
}

function childOf(child: Dirent): Child {
  return { name: child.name, kind: kindOf(child) }
}

function kindOf(child: Dirent): ChildKind {
  if (child.isFile()) return 'file'
  if (child.isDirectory()) return 'folder'
  return child.isSymbolicLink() ? 'link' : 'special'
}

function isNameable({ name }: Child): boolean {
  return nameFault(name)?.served !== false
}
