import type { Dirent, Stats } from 'node:fs'
import { existsSync } from 'node:fs'
import { checkedFolder } from './checked-folder.ts'
import { descriptorFolder } from './descriptor-folder.ts'

/**
 * A folder whose content is reached without ever following a symbolic link, also while somebody else swaps folders for
 * links. Opened when first used. Every method throws the system's error (`code`: `ENOENT`, `ELOOP`, `EACCES` …).
 * `name` is one plain segment: what `children` gave, or what `checkSegment` let through.
 */
export interface Folder {
  stat(): Stats
  /** What the folder holds, in no order; at most about `max` children, and then `complete` is false. */
  children(max: number): FolderChildren
  /** A folder below. */
  folder(name: string): Folder
  /** A file below, opened without blocking. What it is must be asked of its `stat`: it may be a folder or a FIFO. */
  file(name: string): OpenFile
  /** Where a link below points to, as it stands in the link. */
  link(name: string): string
  close(): void
}

export interface FolderChildren {
  children: Dirent[]
  complete: boolean
}

/** An open file; the one that opened it closes `descriptor`. */
export interface OpenFile {
  descriptor: number
  stat: Stats
}

/** `descriptors`: no link can be followed, by construction; needs `/proc`. `paths`: opens, then checks what was opened. */
export type Opening = 'descriptors' | 'paths'

/** The safest way that this system has. */
export const safestOpening: Opening = existsSync('/proc/self/fd') ? 'descriptors' : 'paths'

/** The folder at `realPath`, an absolute path without symbolic links. */
export function openFolder(realPath: string, opening: Opening): Folder {
  return opening === 'descriptors' ? descriptorFolder(realPath) : checkedFolder(realPath)
}
