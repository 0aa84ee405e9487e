import { closeSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { isPrivateName, nameFault } from '../file-name.ts'
import { failureCode } from './failure-reason.ts'
import type { Folder, OpenFile } from './folder.ts'

/** A folder and its real path. */
export interface TopFolder {
  folder: Folder
  realPath: string
}

export type Refusal =
  /** Nothing is there. */
  | 'absent'
  /** A link that leads to nothing, or in a circle. */
  | 'broken'
  /** A link that leaves the top folder, or leads to something hidden in it. */
  | 'escape'
  | 'folder'
  /** A link to a folder. */
  | 'linked-folder'
  /** A FIFO, a socket, a device. */
  | 'special'
  | 'unreadable'

export type Opened =
  | { file: OpenFile; realPath: string; refused?: never }
  | { refused: Refusal; file?: never }

/** Links of links that are followed. */
const MAX_HOPS = 5

/**
 * Opens the regular file at `path` below `top`. Only the last segment may be a link, and only one that stays inside: its
 * target is worked out from its text and then opened by the same walk, so that no link is ever left to the system to follow.
 */
export function openInside(top: TopFolder, path: readonly string[], hops = 0): Opened {
  const folders = path.slice(0, -1)
  const chain: Folder[] = [top.folder]
  try {
    for (const name of folders) chain.push(chain.at(-1)!.folder(name))
    return openLeaf(top, path, { folder: chain.at(-1)!, hops })
  } finally {
    for (const folder of chain.slice(1).toReversed()) folder.close()
  }
}

/**
 * The path below the top folder that a link in the folder `from` means by `target`; `undefined` where it leaves the top
 * folder or passes something that is not served.
 */
function linkedPath(from: readonly string[], target: string, realTop: string): string[] | undefined {
  const absolute = isAbsolute(target)
  if (absolute && !target.startsWith(realTop + sep)) return undefined
  const path = absolute ? [] : [...from]
  for (const segment of (absolute ? target.slice(realTop.length) : target).split(sep)) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') {
      if (path.pop() === undefined) return undefined
    } else {
      path.push(segment)
    }
  }
  const served = path.every((name) => !isPrivateName(name) && nameFault(name)?.served !== false)
  return served && path.length > 0 ? path : undefined
}

function openLeaf(top: TopFolder, path: readonly string[], at: { folder: Folder; hops: number }): Opened {
  const name = path.at(-1)!
  try {
    const file = at.folder.file(name)
    if (file.stat.isFile()) return { file, realPath: join(top.realPath, ...path) }
    closeSync(file.descriptor)
    if (!file.stat.isDirectory()) return { refused: 'special' }
    return { refused: at.hops > 0 ? 'linked-folder' : 'folder' }
  } catch (error) {
    const refused = refusalOf(failureCode(error), at.hops)
    return refused === 'link' ? openLink(top, path, at) : { refused }
  }
}

function openLink(top: TopFolder, path: readonly string[], at: { folder: Folder; hops: number }): Opened {
  if (at.hops === MAX_HOPS) return { refused: 'broken' }
  const target = linkText(at.folder, path.at(-1)!)
  if (target === undefined) return { refused: 'absent' }
  const linked = linkedPath(path.slice(0, -1), target, top.realPath)
  return linked === undefined ? { refused: 'escape' } : openInside(top, linked, at.hops + 1)
}

/** The text of a link; `undefined` if there is none, or a folder on the way is a link. */
function linkText(folder: Folder, name: string): string | undefined {
  try {
    return folder.link(name)
  } catch (error) {
    failureCode(error)
    return undefined
  }
}

function refusalOf(code: string, hops: number): Refusal | 'link' {
  switch (code) {
    case 'ELOOP':
      return 'link'
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return hops > 0 ? 'broken' : 'absent'
    case 'EISDIR':
      return hops > 0 ? 'linked-folder' : 'folder'
    case 'ENXIO':
    case 'ENODEV':
    case 'EOPNOTSUPP':
      return 'special'
    default:
      return 'unreadable'
  }
}
