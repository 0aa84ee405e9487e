import { type Dirent, opendirSync, readdirSync } from 'node:fs'
import type { FolderChildren } from './folder.ts'

/** The size, as `stat` gives it, from which a folder may hold so many names that they are read in parts. */
const LARGE_FOLDER = 256 * 1024

/** What the folder at `path` holds. A huge one is read only as far as `max`, since reading it whole would block. */
export function readChildren(path: string, max: number, size: number): FolderChildren {
  if (size < LARGE_FOLDER) {
    const children = readdirSync(path, { withFileTypes: true })
    return { children: children.slice(0, max), complete: children.length <= max }
  }
  const children: Dirent[] = []
  const folder = opendirSync(path, { bufferSize: 1024 })
  try {
    for (let child = folder.readSync(); child !== null; child = folder.readSync()) {
      if (children.length === max) return { children, complete: false }
      children.push(child)
    }
    return { children, complete: true }
  } finally {
    folder.closeSync()
  }
}
