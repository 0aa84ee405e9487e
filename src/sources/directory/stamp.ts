import { lstatSync, type Stats, statSync } from 'node:fs'

/** What of a file or folder changes when its content does. */
export interface Stamp {
  device: number
  inode: number
  size: number
  modified: number
  changed: number
  /** False if it was written so shortly before that a second write could leave the same times. */
  settled: boolean
}

/** A path that must still have this stamp for something that was read from it to be true. */
export interface Witness {
  path: string
  stamp: Stamp
}

/** The coarsest times that file systems keep, in milliseconds (FAT: two seconds). */
const COARSEST_TIME = 2000

/** `at`: the time before the content was read. */
export function stampOf(stat: Stats, at: number): Stamp {
  return {
    device: stat.dev,
    inode: stat.ino,
    size: stat.size,
    modified: stat.mtimeMs,
    changed: stat.ctimeMs,
    settled: at - Math.max(stat.ctimeMs, stat.mtimeMs) > COARSEST_TIME,
  }
}

export function hasStamp(stat: Stats, stamp: Stamp): boolean {
  return (
    stat.ctimeMs === stamp.changed &&
    stat.mtimeMs === stamp.modified &&
    stat.size === stamp.size &&
    stat.ino === stamp.inode &&
    stat.dev === stamp.device
  )
}

export function isSameStamp(one: Stamp, other: Stamp): boolean {
  return (
    one.changed === other.changed &&
    one.modified === other.modified &&
    one.size === other.size &&
    one.inode === other.inode &&
    one.device === other.device
  )
}

/** Tells a file or folder from another one at its path, whatever is in it. */
export type Inode = Pick<Stamp, 'device' | 'inode'>

export function inodeOf(stat: Stats): Inode {
  return { device: stat.dev, inode: stat.ino }
}

export function isSameInode(one: Inode, other: Inode | undefined): boolean {
  return one.inode === other?.inode && one.device === other.device
}

/** True if what was read under these stamps is certainly what stands there now. */
export function stillTrue(witnesses: readonly Witness[]): boolean {
  return witnesses.every(({ path, stamp }) => stamp.settled && hasPathStamp(path, stamp))
}

/** True if the path (a link itself, not what it points to) has the stamp. */
export function hasPathStamp(path: string, stamp: Stamp): boolean {
  const stat = lstatOrNothing(path)
  return stat !== undefined && hasStamp(stat, stamp)
}

export function lstatOrNothing(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

export function statOrNothing(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** A witness that makes sure that something is read again. */
export function neverTrue(path: string): Witness {
  return { path, stamp: { device: 0, inode: 0, size: 0, modified: 0, changed: 0, settled: false } }
}
