import { closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs'
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
  const own = (): string => `/proc/self/fd/${(descriptor ??= open())}`
  return {
    stat: () => fstatSync((descriptor ??= open())),
    children: (max) => readChildren(own(), max, fstatSync((descriptor ??= open())).size),
    folder: (name) => folderFrom(() => openSync(`${own()}/${name}`, FOLDER_FLAGS | constants.O_NOFOLLOW)),
    file(name) {
      const file = openSync(`${own()}/${name}`, FILE_FLAGS)
      return { descriptor: file, stat: fstatSync(file) }
    },
    link: (name) => readlinkSync(`${own()}/${name}`),
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
