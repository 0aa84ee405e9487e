import { fstatSync, readSync } from 'node:fs'
import type { OpenFile } from './folder.ts'
import { hasStamp, type Stamp, stampOf } from './stamp.ts'

/** A file's whole content at one moment. */
export interface FileSnapshot {
  bytes: Uint8Array
  stamp: Stamp
}

/**
 * The content of an open regular file, or `undefined` if it changed meanwhile: never part of it, never a mixture.
 * `memory` gives room for a number of bytes, and is not asked before the size is known to be bearable.
 */
export function readOpenFile(
  file: OpenFile,
  memory: (bytes: number) => Uint8Array,
): FileSnapshot | undefined {
  const { size } = file.stat
  const stamp = stampOf(file.stat, Date.now())
  // Some virtual file systems call every file empty; of a file that is not, one that grows has another size afterwards.
  const room = memory(Math.max(size, 1)).subarray(0, Math.max(size, 1))
  const length = fill(file.descriptor, room)
  const unchanged = length === size && hasStamp(fstatSync(file.descriptor), stamp)
  return unchanged ? { bytes: room.subarray(0, size), stamp } : undefined
}

/** Reads from the beginning until `room` is full or the file ends; gives the number of bytes. */
export function fill(descriptor: number, room: Uint8Array): number {
  let length = 0
  while (length < room.length) {
    const count = readSync(descriptor, room, length, room.length - length, length)
    if (count === 0) break
    length += count
  }
  return length
}

/** Memory that is used again for each file; what it gives is overwritten by the next. */
export function reusedMemory(): (bytes: number) => Uint8Array {
  let memory = new Uint8Array(64 * 1024)
  return (bytes) => {
    if (bytes > KEPT) return new Uint8Array(bytes)
    if (bytes > memory.length) memory = new Uint8Array(Math.min(KEPT, bytes * 2))
    return memory
  }
}

/** The most that is kept between two files. */
const KEPT = 1024 * 1024
