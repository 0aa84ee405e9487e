import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { SkillwayError } from '../errors.ts'
import type { Diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import { codeOf, hasCode } from './error-code.ts'
import { checkPrivateFolder, ensurePrivateFolder } from './private-folder.ts'
import { removeIfThere, replaceFile, UNFINISHED } from './replace-file.ts'
import { encodeState, type StateFormat } from './state-format.ts'
import { nodeStateFs, type StateFs } from './state-fs.ts'
import { takeLock, type StateLock } from './state-lock.ts'
import { stateReader } from './state-reader.ts'

/** State in one file that several processes read and change, and that survives any of them dying at any moment. */
export interface StateFile<T> {
  /** The state now; the empty one, and a diagnostic, where the file cannot be believed. Not to be changed by the caller. */
  read(): Promise<T>
  /**
   * Changes the state while no other process can. A file that cannot be believed is kept beside the new one.
   *
   * @throws SkillwayError `STATE_INVALID`; then the file holds what it held before, or all of the new state
   */
  update(change: (state: T) => T): Promise<T>
}

export interface StateFileOptions<T> {
  path: string
  format: StateFormat<T>
  onDiagnostic?: ((finding: Diagnostic) => void) | undefined
  fs?: StateFs | undefined
}

/** Why a file gets no second name: there is none yet, or the file system has no hard links. */
const NO_LINK = ['ENOENT', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** @throws SkillwayError `STATE_INVALID` if others could change the file's folder */
export async function openStateFile<T>(options: StateFileOptions<T>): Promise<StateFile<T>> {
  const { path, format, fs = nodeStateFs } = options
  await checkPrivateFolder(dirname(path))
  const reader = stateReader({ ...options, fs })
  return {
    async read() {
      const found = await reader.findOrFault()
      return 'state' in found ? found.state : format.empty
    },
    async update(change) {
      try {
        await ensurePrivateFolder(dirname(path))
        const lock = await takeLock(`${path}.lock`, { fs })
        try {
          return await changeUnder(lock, change)
        } finally {
          await lock.release()
        }
      } catch (error) {
        throw error instanceof SkillwayError ? error : unsaved(path, error)
      }
    },
  }

  async function changeUnder(lock: StateLock, change: (state: T) => T): Promise<T> {
    await sweep(path, fs)
    const found = await reader.find()
    if ('fault' in found) await fs.rename(path, `${path}.unreadable-${randomBytes(4).toString('hex')}`)
    const before = 'fault' in found ? format.empty : found.state
    const after = change(before)
    if (after === before) return before
    await replaceFile(path, encodeState(format, after), {
      fs,
      async beforeRename() {
        await keepPrevious(path, fs)
        await lock.assertHeld()
      },
    })
    return after
  }
}

/** Removes what crashed writers left; only the holder of the lock writes, so none of it is in use. */
async function sweep(path: string, fs: StateFs): Promise<void> {
  const folder = dirname(path)
  for (const name of await fs.readdir(folder)) {
    if (name.startsWith(`${basename(path)}.`) && name.endsWith(UNFINISHED))
      await removeIfThere(fs, join(folder, name))
  }
}

/** Keeps the generation before, where that can be done, for a person who wants it back; nothing here reads it. */
async function keepPrevious(path: string, fs: StateFs): Promise<void> {
  const unfinished = `${path}.previous.${randomBytes(8).toString('hex')}${UNFINISHED}`
  try {
    await fs.link(path, unfinished)
    await fs.rename(unfinished, `${path}.previous`)
  } catch (error) {
    if (!hasCode(error, ...NO_LINK)) throw error
  } finally {
    // A rename onto another name of the same file does nothing and leaves both.
    await removeIfThere(fs, unfinished)
  }
}

function unsaved(path: string, cause: unknown): SkillwayError {
  return new SkillwayError(
    'STATE_INVALID',
    `${quote(basename(path))} could not be saved (${codeOf(cause)})`,
    {
      hint: 'Make room, or make the folder writable, or name another one with SKILLWAY_STATE_DIR; then try again.',
      cause,
    },
  )
}
