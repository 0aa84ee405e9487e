import { join } from 'node:path'
import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import type { SkillFile } from '../skill/types.ts'
import { quote } from '../text/quote.ts'
import { blobFiles, hexOf } from './blob-files.ts'
import type { BlobOrigin } from './blob-origin.ts'
import { blobOwners, type OwnedBlobs } from './blob-owners.ts'
import { codeOf } from './error-code.ts'
import { evictBlobs } from './evict-blobs.ts'
import { ensurePrivateFolder } from './private-folder.ts'
import { removeUnusedBlobs, verifyBlobs, type VerifyReport } from './verify-blobs.ts'

/** Verified bytes of remote skills on disk. What is given out was hashed that moment, and only to the origin that it came from. */
export interface BlobStore {
  /** The bytes of a file that this origin gave before; `undefined` where there are none that can be believed. */
  read(origin: BlobOrigin, file: Pick<SkillFile, 'digest' | 'size'>): Promise<Uint8Array | undefined>
  /** Keeps bytes that were verified. Bytes that cannot be kept are no failure: they are only reported. */
  write(origin: BlobOrigin, bytes: Uint8Array): Promise<void>
  /** Every source that anything is kept of, as was recorded when it was fetched. */
  origins(): Promise<StoredOrigin[]>
  /** Removes what only this source uses; gives how many files that were. */
  purge(label: string): Promise<number>
  /** Hashes everything, and removes what is corrupt or belongs to nobody. */
  verify(): Promise<VerifyReport>
}

interface StoredOrigin {
  label: string
  endpoint: string
  /** Digests of its files. */
  digests: string[]
}

export interface BlobStoreOptions {
  /** Beyond this, what was not used for longest goes. Default 512 MiB. */
  maxBytes?: number | undefined
  onDiagnostic?: ((finding: Diagnostic) => void) | undefined
}

const DEFAULT_MAX_BYTES = 512 * 1024 * 1024

/** @throws SkillwayError `STATE_INVALID` if the folder cannot be made or others could change it */
export async function openBlobStore(folder: string, options: BlobStoreOptions = {}): Promise<BlobStore> {
  const { maxBytes = DEFAULT_MAX_BYTES, onDiagnostic } = options
  for (const place of ['', 'sha256', 'origins']) await ensurePrivateFolder(join(folder, place))
  const files = blobFiles(join(folder, 'sha256'))
  const owners = blobOwners(join(folder, 'origins'))
  const onCorrupt = (digest: string, fault: string) => onDiagnostic?.(corrupt(digest, fault))
  let bytesKept: number | undefined

  return {
    async read(origin, { digest, size }) {
      const hex = hexOf(digest)
      if (hex === undefined) return undefined
      try {
        const blob = (await owners.has(origin, hex)) ? await files.read({ hex, size }) : 'missing'
        if (blob === 'missing') return undefined
        if (!('fault' in blob)) return blob
        onCorrupt(digest, blob.fault)
        await files.remove(hex)
      } catch (error) {
        onDiagnostic?.(unusable('read', error))
      }
      return undefined
    },
    async write(origin, bytes) {
      if (bytes.length > maxBytes) return
      try {
        await owners.add(origin, await files.write(bytes))
        bytesKept = bytesKept === undefined ? await files.totalBytes() : bytesKept + bytes.length
        if (bytesKept > maxBytes) bytesKept = await evictBlobs(files, owners, maxBytes)
      } catch (error) {
        onDiagnostic?.(unusable('kept', error))
      }
    },
    origins: async () => (await owners.all()).flatMap(storedOrigin),
    async purge(label) {
      for (const { key, origin } of await owners.all()) if (origin?.label === label) await owners.remove(key)
      return removeUnusedBlobs(files, owners)
    },
    verify: () => verifyBlobs(files, owners, onCorrupt),
  }
}

function storedOrigin({ origin, blobs }: OwnedBlobs): StoredOrigin[] {
  if (origin === undefined) return []
  const digests = [...blobs.keys()].map((hex) => `sha256:${hex}`)
  return [{ label: origin.label, endpoint: origin.endpoint, digests }]
}

function corrupt(digest: string, fault: string): Diagnostic {
  return diagnostic('CACHE_CORRUPT', digest, `The cached file ${quote(digest)} was removed: ${fault}`, {
    hint: 'It is fetched from its source again when it is needed.',
  })
}

function unusable(what: string, error: unknown): Diagnostic {
  return diagnostic('CACHE_UNUSABLE', 'sha256', `A cached file could not be ${what} (${codeOf(error)})`, {
    hint: 'Make the cache folder writable, or name another one with SKILLWAY_CACHE_DIR.',
  })
}
