import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import { hasCode } from './error-code.ts'
import { checkPrivateFolder, ensurePrivateFolder } from './private-folder.ts'
import { readPrivateFile } from './read-private-file.ts'
import { removeIfThere, replaceFile, UNFINISHED } from './replace-file.ts'
import { decodeState, encodeState, type StateFormat } from './state-format.ts'
import { nodeStateFs, type StateFs } from './state-fs.ts'
import { takeLock, type StateLock } from './state-lock.ts'

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

type Found<T> = { state: T } | { fault: string }

const MAX_BYTES = 64 * 1024 * 1024

/** @throws SkillwayError `STATE_INVALID` if others could change the file's folder */
export async function openStateFile<T>(options: StateFileOptions<T>): Promise<StateFile<T>> {
  const { path, format, onDiagnostic, fs = nodeStateFs } = options
  await checkPrivateFolder(dirname(path))
  let known: { version: string; found: Found<T> } | undefined
  let reported: string | undefined
  let swept = false

  async function find(): Promise<Found<T>> {
    const file = await readPrivateFile(path, { fs, maxBytes: MAX_BYTES, knownVersion: known?.version })
    if (file === 'missing') return { state: format.empty }
    if (file === 'known') return known!.found
    const found = 'fault' in file ? file : decodeState(format, file.bytes)
    known = 'fault' in file ? undefined : { version: file.version, found }
    return found
  }

  function report(fault: string): void {
    if (fault === reported) return
    reported = fault
    onDiagnostic?.(unreadable(path, fault))
  }

  async function changeUnder(lock: StateLock, change: (state: T) => T): Promise<T> {
    if (!swept) await sweep(path, fs)
    swept = true
    const found = await find()
    if ('fault' in found) {
      report(found.fault)
      await fs.rename(path, `${path}.unreadable-${randomBytes(4).toString('hex')}`)
    }
    const before = 'fault' in found ? format.empty : found.state
    const after = change(before)
    if (after === before && !('fault' in found)) return before
    await replaceFile(path, encodeState(format, after), {
      fs,
      async beforeRename() {
        await keepPrevious(path, fs)
        await lock.assertHeld()
      },
    })
    return after
  }

  return {
    async read() {
      try {
        const found = await find()
        if ('state' in found) return found.state
        report(found.fault)
      } catch (error) {
        report(`it cannot be read (${codeOf(error)})`)
      }
      return format.empty
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
}

/** Removes what crashed writers left; only the holder of the lock writes, so none of it is in use. */
async function sweep(path: string, fs: StateFs): Promise<void> {
  const folder = dirname(path)
  for (const name of await fs.readdir(folder)) {
    if (name.startsWith(`${basename(path)}.`) && name.endsWith(UNFINISHED))
      await removeIfThere(fs, join(folder, name))
  }
}

/** Keeps the generation before, for a person who wants it back; nothing here reads it. */
async function keepPrevious(path: string, fs: StateFs): Promise<void> {
  const unfinished = `${path}.previous.${randomBytes(8).toString('hex')}${UNFINISHED}`
  try {
    await fs.link(path, unfinished)
    await fs.rename(unfinished, `${path}.previous`)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  } finally {
    // A rename onto another name of the same file does nothing and leaves both.
    await removeIfThere(fs, unfinished)
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error'
}

function unreadable(path: string, fault: string): Diagnostic {
  const name = basename(path)
  return diagnostic('STATE_UNREADABLE', name, `${quote(name)} counts as empty: ${fault}`, {
    hint: `The next change keeps it beside the new file. ${quote(`${name}.previous`)} holds the state before its last change.`,
  })
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
