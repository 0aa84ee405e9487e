import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from './folder.ts'
import { readChildren } from './read-children.ts'

/** Not all systems have these; zero means that the flag does nothing. */
const FILE_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
/** One check can be deceived by somebody who swaps a folder twice between two system calls; not several in a row. */
const CHECKS = 4

/** A folder known by its real path, for systems without `/proc`: what is opened is checked to be what the path names. */
export function checkedFolder(realPath: string): Folder {
  const folder: Folder = {
    stat() {
      const stat = lstatSync(realPath)
      if (!stat.isDirectory()) throw failure(stat.isSymbolicLink() ? 'ELOOP' : 'ENOTDIR')
      check(realPath, stat)
      return stat
    },
    children(max) {
      const stat = folder.stat()
      const children = readChildren(realPath, max, stat.size)
      check(realPath, stat)
      return children
    },
    folder: (name) => checkedFolder(join(realPath, name)),
    file(name) {
      const path = join(realPath, name)
      const descriptor = openSync(path, FILE_FLAGS)
      try {
        const stat = fstatSync(descriptor)
        check(path, stat)
        return { descriptor, stat }
      } catch (error) {
        closeSync(descriptor)
        throw error
      }
    },
    link(name) {
      folder.stat()
      return readlinkSync(join(realPath, name))
    },
    close() {},
  }
  return folder
}

function check(path: string, opened: Stats): void {
  for (let round = 0; round < CHECKS; round++) {
    const named = lstatSync(path)
    if (named.isSymbolicLink() || realpathSync.native(path) !== path) throw failure('ELOOP')
    if (named.ino !== opened.ino || named.dev !== opened.dev) throw failure('ELOOP')
  }
}

function failure(code: 'ELOOP' | 'ENOTDIR'): NodeJS.ErrnoException {
  return Object.assign(new Error('A folder changed while it was read'), { code })
}
