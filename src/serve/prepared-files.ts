import type { LocatedBytes } from './read-located.ts'
import { resourceContents } from './skill-answers.ts'

/** A file as `resources/read` answers it, in JSON. */
export type FileJson = (uri: string, file: Pick<LocatedBytes, 'path' | 'bytes'>) => Buffer

interface Prepared {
  path: string
  bytes: Uint8Array
  json: Buffer
}

/** Bytes that are kept: of files, and of what was made of them. */
const MAX_KEPT = 16 * 1024 * 1024

/**
 * Prepares files for sending. A file that has just been read is compared with the one that was read before: if every byte
 * is the same, so is the answer. What was not asked for longest is forgotten first, and large files are not kept.
 */
export function preparedFiles(maxKept = MAX_KEPT): FileJson {
  const kept = new Map<string, Prepared>()
  let size = 0

  function forget(uri: string): void {
    size -= sizeOf(uri, kept.get(uri)!)
    kept.delete(uri)
  }

  function keep(uri: string, prepared: Prepared): void {
    if (sizeOf(uri, prepared) > maxKept / 16) return
    kept.set(uri, prepared)
    size += sizeOf(uri, prepared)
    for (const oldest of kept.keys()) {
      if (size <= maxKept) return
      forget(oldest)
    }
  }

  return (uri, { path, bytes }) => {
    const known = kept.get(uri)
    if (known !== undefined) forget(uri)
    const isSame = known?.path === path && Buffer.compare(known.bytes, bytes) === 0
    const prepared = isSame ? known : prepare(uri, { path, bytes })
    keep(uri, prepared)
    return prepared.json
  }
}

/** The bytes are copied, since they are the source's, which may change them. */
function prepare(uri: string, { path, bytes }: Pick<LocatedBytes, 'path' | 'bytes'>): Prepared {
  const json = Buffer.from(JSON.stringify(resourceContents(uri, { path, bytes })))
  return { path, bytes: new Uint8Array(bytes), json }
}

function sizeOf(uri: string, { bytes, json }: Prepared): number {
  return uri.length + bytes.length + json.length
}
