import { basename } from 'node:path'
import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import { codeOf } from './error-code.ts'
import { readPrivateFile } from './read-private-file.ts'
import { decodeState, type StateFormat } from './state-format.ts'
import type { StateFs } from './state-fs.ts'

/** The state that a file holds, or why what stands there cannot be believed. */
type FoundState<T> = { state: T } | { fault: string }

export interface StateReader<T> {
  /** Throws what the file system throws where the file cannot be read at all; every fault is reported once. */
  find(): Promise<FoundState<T>>
  /** The same, except that a file which cannot be read is one more fault. */
  findOrFault(): Promise<FoundState<T>>
}

export interface StateReaderOptions<T> {
  path: string
  format: StateFormat<T>
  fs: StateFs
  onDiagnostic?: ((finding: Diagnostic) => void) | undefined
}

const MAX_BYTES = 64 * 1024 * 1024

/** Reads a state file again only when it has changed. */
export function stateReader<T>({ path, format, fs, onDiagnostic }: StateReaderOptions<T>): StateReader<T> {
  let known: { version: string; found: FoundState<T> } | undefined
  let reported: string | undefined

  function noted(found: FoundState<T>): FoundState<T> {
    const fault = 'fault' in found ? found.fault : undefined
    if (fault !== undefined && fault !== reported) onDiagnostic?.(unreadable(path, fault))
    reported = fault
    return found
  }

  async function find(): Promise<FoundState<T>> {
    const file = await readPrivateFile(path, { fs, maxBytes: MAX_BYTES, knownVersion: known?.version })
    if (file === 'missing') return noted({ state: format.empty })
    if (file === 'known') return noted(known!.found)
    if ('fault' in file) return noted(file)
    const found = decodeState(format, file.bytes)
    known = { version: file.version, found }
    return noted(found)
  }

  return {
    find,
    async findOrFault() {
      try {
        return await find()
      } catch (error) {
        return noted({ fault: `it cannot be read (${codeOf(error)})` })
      }
    },
  }
}

function unreadable(path: string, fault: string): Diagnostic {
  const name = basename(path)
  return diagnostic('STATE_UNREADABLE', name, `${quote(name)} counts as empty: ${fault}`, {
    hint: `The next change keeps it beside the new file. ${quote(`${name}.previous`)} holds the state before its last change.`,
  })
}
