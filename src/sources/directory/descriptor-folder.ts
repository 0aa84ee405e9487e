import { closeSync, constants, fstatSync, openSync, readlinkSync, type Stats } from 'node:fs'
import type { Folder } from './folder.ts'
import { readChildren } from './read-children.ts'

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY
const FILE_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * A folder held by its descriptor. Everything below is opened as `/proc/self/fd/N/name` without following a last link, which
 * is what `openat` does: whatever happens to the path meanwhile, the kernel starts from the folder that was opened.
 */
export function descriptorFolder(realPath: string): Folder {
  return folderFrom(() => openSync(realPath, FOLDER_FLAGS))
}

function folderFrom(open: () => number): Folder {
  let descriptor: number | undefined
  let stat: Stats | undefined
  const own = (): number => (descriptor ??= open())
  const below = (name: string): string => `/proc/self/fd/${own()}/${name}`
  return {
    stat: () => (stat = fstatSync(own())),
    children: (max) => readChildren(`/proc/self/fd/${own()}`, max, (stat ?? fstatSync(own())).size),
    folder: (name) => folderFrom(() => openSync(below(name), FOLDER_FLAGS | constants.O_NOFOLLOW)),
    file(name) {
      const file = openSync(below(name), FILE_FLAGS)
      return { descriptor: file, stat: fstatSync(file) }
    },
    link: (name) => readlinkSync(below(name)),
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
