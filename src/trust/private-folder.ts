import type { Stats } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { codeOf, hasCode } from './error-code.ts'

/**
 * Makes the folder where it is missing, readable for its owner alone, and refuses one that others could change.
 *
 * @throws SkillwayError `STATE_INVALID`
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await checkPrivateFolder(folder)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw refused(folder, `it cannot be made (${codeOf(error)})`)
  }
  await checkPrivateFolder(folder)
}

/**
 * Refuses a folder that is a link or no folder, that somebody else owns, or that others may write to. A missing one passes.
 *
 * @throws SkillwayError `STATE_INVALID`
 */
export async function checkPrivateFolder(folder: string): Promise<void> {
  const stats = await lstatOrMissing(folder)
  if (stats === undefined) return
  if (stats.isSymbolicLink()) throw refused(folder, 'it is a symbolic link')
  if (!stats.isDirectory()) throw refused(folder, 'it is not a folder')
  if (!isOwn(stats)) throw refused(folder, 'somebody else owns it')
  if (process.platform !== 'win32' && (stats.mode & 0o022) !== 0) {
    throw refused(folder, 'others than its owner may write to it')
  }
}

/** True if the file or folder belongs to whoever runs this process; always, where the system has no such owners. */
export function isOwn({ uid }: { uid: number }): boolean {
  return process.geteuid === undefined || uid === process.geteuid()
}

async function lstatOrMissing(folder: string): Promise<Stats | undefined> {
  try {
    return await lstat(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw refused(folder, `it cannot be looked at (${codeOf(error)})`)
  }
}

function refused(folder: string, why: string): SkillwayError {
  return new SkillwayError(
    'STATE_INVALID',
    `The folder ${quote(basename(folder))} is not safe to keep state in: ${why}`,
    {
      hint: 'Make it a folder of your own with mode 0700, or name another one with SKILLWAY_STATE_DIR or SKILLWAY_CACHE_DIR.',
    },
  )
}
