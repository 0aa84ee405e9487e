import type { Folder } from './folder.ts'
import { isPrivateName, nameFault } from '../file-name.ts'
import { failureCode } from './failure-reason.ts'

/** Names that are looked at to tell which file somebody may have meant. */
const MAX_NAMES = 2000
const MAX_FOLDERS = 500
const MAX_DEPTH = 8

/** The paths of files below a folder, as far as a quick look goes. */
export function filePaths(folder: Folder): string[] {
  const walk: PathWalk = { paths: [], folders: 0 }
  collect(walk, folder, { prefix: '', depth: 0 })
  return walk.paths
}

/** The paths of what a folder holds, below `prefix`; folders have a `/` at the end. */
export function childPaths(folder: Folder, prefix: string): string[] {
  const { children } = folder.children(MAX_NAMES)
  return children
    .filter(({ name }) => !isPrivateName(name) && nameFault(name)?.served !== false)
    .map((child) => `${prefix}${child.name}${child.isDirectory() ? '/' : ''}`)
    .sort()
}

interface PathWalk {
  paths: string[]
  folders: number
}

function collect(walk: PathWalk, folder: Folder, { prefix, depth }: { prefix: string; depth: number }): void {
  if (depth > MAX_DEPTH || walk.paths.length >= MAX_NAMES || walk.folders++ >= MAX_FOLDERS) return
  for (const path of childrenOrNone(folder, prefix)) {
    if (!path.endsWith('/')) {
      walk.paths.push(path)
      continue
    }
    const child = folder.folder(path.slice(prefix.length, -1))
    try {
      collect(walk, child, { prefix: path, depth: depth + 1 })
    } finally {
      child.close()
    }
  }
}

function childrenOrNone(folder: Folder, prefix: string): string[] {
  try {
    return childPaths(folder, prefix)
  } catch (error) {
    failureCode(error)
    return []
  }
}
