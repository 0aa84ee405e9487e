import { closeSync, fchmodSync, futimesSync, openSync, readSync, renameSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Folder, OpenFile } from '../sources/directory/folder.ts'
import { createPace, type Pace } from '../sources/directory/pace.ts'
import { visible } from '../text/visible.ts'
import type { CommandLimits } from './limits.ts'
import { makeFolder } from './make-folder.ts'
import type { NotKept } from './types.ts'
import { type BeneathEntry, walkBeneath } from './walk-beneath.ts'

const PAGE_BYTES = 4096
const CHUNK_BYTES = 256 * 1024
/** How many things that were not kept are told one by one. */
const MAX_TOLD = 20

type Room = Pick<CommandLimits, 'scratchBytes' | 'scratchFiles'>

/**
 * Makes `folder` hold what a command left in its working folder `from`: regular files and folders, nothing else, within
 * the limits. The command and all its processes have ended, so nothing changes meanwhile.
 */
export async function collectScratch(from: Folder, folder: string, room: Room): Promise<NotKept[]> {
  const next = `${folder}.next`
  const old = `${folder}.old`
  for (const leftover of [next, old]) await rm(leftover, { recursive: true, force: true })
  await makeFolder(next)
  const notKept = await copyInto(next, from, { ...room })
  // Both at once, so that whoever lists or reads the files never finds none.
  renameSync(folder, old)
  renameSync(next, folder)
  await rm(old, { recursive: true, force: true })
  return notKept
}

async function copyInto(next: string, from: Folder, room: Room): Promise<NotKept[]> {
  const notKept: NotKept[] = []
  const pace = createPace()
  for (const entry of walkBeneath(from)) {
    if (pace.isDue()) await pace.breathe()
    const why = entry.kind === 'unfit' ? entry.why : reserve(entry, room)
    if (why !== undefined) {
      if (notKept.length < MAX_TOLD) notKept.push({ path: visible(entry.path), why })
    } else if (entry.kind === 'file') await copyFile(entry.file, join(next, entry.path), pace)
    else await makeFolder(join(next, entry.path))
  }
  return notKept
}

/** Takes from the room what the entry needs, or tells what there is too little of. */
function reserve(entry: Exclude<BeneathEntry, { kind: 'unfit' }>, room: Room): 'size' | 'count' | undefined {
  if (room.scratchFiles === 0) return 'count'
  // As the next command's working folder will count it; a file with holes counts in full, for its copy has none.
  const bytes = entry.kind === 'file' ? Math.ceil(entry.file.stat.size / PAGE_BYTES) * PAGE_BYTES : 0
  if (bytes > room.scratchBytes) return 'size'
  room.scratchBytes -= bytes
  room.scratchFiles--
  return undefined
}

/**
 * Content, time of the last change, and whether it is a program; owner and other rights belong to the sandbox. Without
 * waiting for each small step, which would cost more than the steps, but with a turn for everybody else in between.
 */
async function copyFile({ descriptor, stat }: OpenFile, target: string, pace: Pace): Promise<void> {
  const copy = openSync(target, 'wx')
  try {
    const chunk = Buffer.allocUnsafe(Math.min(stat.size, CHUNK_BYTES))
    for (let at = 0, length = 0; at < stat.size; at += length) {
      if (pace.isDue()) await pace.breathe()
      length = readSync(descriptor, chunk, 0, chunk.length, at)
      if (length === 0) break
      writeSync(copy, chunk, 0, length)
    }
    fchmodSync(copy, (stat.mode & 0o111) === 0 ? 0o644 : 0o755)
    const now = new Date()
    futimesSync(copy, now, stat.mtime < now ? stat.mtime : now)
  } finally {
    closeSync(copy)
  }
}
