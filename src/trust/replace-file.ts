import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { hasCode } from './error-code.ts'
import type { StateFs } from './state-fs.ts'

/** Ends the names of files that are being written; what a crash leaves of them means nothing. */
export const UNFINISHED = '.tmp'

export interface ReplaceOptions {
  fs: StateFs
  /** Runs when the new content is safely on disk and the old one still in place. */
  beforeRename?: () => Promise<void>
}

/** Puts new content in a file's place so that every reader and every crash finds either the old or the new, never a part. */
export async function replaceFile(path: string, bytes: Uint8Array, options: ReplaceOptions): Promise<void> {
  const { fs, beforeRename } = options
  const unfinished = `${path}.${randomBytes(8).toString('hex')}${UNFINISHED}`
  try {
    await writeNew(fs, unfinished, bytes)
    await beforeRename?.()
    await fs.rename(unfinished, path)
  } catch (error) {
    await fs.unlink(unfinished).catch(() => {})
    throw error
  }
  await syncFolder(fs, dirname(path))
}

async function writeNew(fs: StateFs, path: string, bytes: Uint8Array): Promise<void> {
  const handle = await fs.open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename lasts only once its folder is on disk; Windows has no way to ask for that, and no need. */
async function syncFolder(fs: StateFs, folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes a file; one that is gone already is fine. */
export async function removeIfThere(fs: Pick<StateFs, 'unlink'>, path: string): Promise<void> {
  try {
    await fs.unlink(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
