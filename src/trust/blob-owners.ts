import { lstat, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  originKey,
  parseRecordedOrigin,
  recordedOrigin,
  type BlobOrigin,
  type RecordedOrigin,
} from './blob-origin.ts'
import { namesIn } from './blob-files.ts'
import { hasCode } from './error-code.ts'
import { ensurePrivateFolder } from './private-folder.ts'
import { readPrivateFile } from './read-private-file.ts'
import { removeIfThere, replaceFile } from './replace-file.ts'
import { nodeStateFs } from './state-fs.ts'

/** Which origin uses which blobs, as empty files: `origins/<key>/<hex digest>`, and `origin.json` beside them. */
export interface BlobOwners {
  /** True if the origin itself gave these bytes. */
  has(origin: BlobOrigin, hex: string): Promise<boolean>
  add(origin: BlobOrigin, hex: string): Promise<void>
  /** All origins with what they use; `origin` is missing where the record cannot be believed. */
  all(): Promise<OwnedBlobs[]>
  remove(key: string): Promise<void>
  /** Takes a blob from whoever uses it. */
  release(hex: string): Promise<void>
}

export interface OwnedBlobs {
  key: string
  origin: RecordedOrigin | undefined
  /** Hex digests, with the time of last use. */
  blobs: Map<string, number>
}

const HEX = /^[0-9a-f]{64}$/
const RECORD = 'origin.json'
const MAX_RECORD_BYTES = 64 * 1024
/** Uses are told apart no finer than this, so that reading does not always write. */
const USE_STEP_MS = 3_600_000

export function blobOwners(folder: string): BlobOwners {
  const placeOf = (origin: BlobOrigin) => join(folder, originKey(recordedOrigin(origin)))
  return {
    async has(origin, hex) {
      const path = join(placeOf(origin), hex)
      const lastUse = await lastUseOf(path)
      if (lastUse === undefined) return false
      const now = Date.now()
      if (Math.abs(now - lastUse) > USE_STEP_MS) await utimes(path, now / 1000, now / 1000).catch(() => {})
      return true
    },
    async add(origin, hex) {
      const place = placeOf(origin)
      await ensurePrivateFolder(place)
      if ((await recordAt(place)) === undefined) {
        await replaceFile(join(place, RECORD), Buffer.from(JSON.stringify(recordedOrigin(origin))), {
          fs: nodeStateFs,
        })
      }
      await mark(join(place, hex))
    },
    async all() {
      return Promise.all((await keysIn(folder)).map((key) => ownedBy(folder, key)))
    },
    remove: (key) => rm(join(folder, key), { recursive: true, force: true }),
    async release(hex) {
      for (const key of await keysIn(folder)) await removeIfThere(nodeStateFs, join(folder, key, hex))
    },
  }
}

async function mark(path: string): Promise<void> {
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

async function keysIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => HEX.test(name))
}

async function ownedBy(folder: string, key: string): Promise<OwnedBlobs> {
  const place = join(folder, key)
  const blobs = new Map<string, number>()
  for (const hex of await keysIn(place)) {
    blobs.set(hex, (await lastUseOf(join(place, hex))) ?? 0)
  }
  const origin = await recordAt(place)
  return { key, origin: origin !== undefined && originKey(origin) === key ? origin : undefined, blobs }
}

async function recordAt(place: string): Promise<RecordedOrigin | undefined> {
  const file = await readPrivateFile(join(place, RECORD), { fs: nodeStateFs, maxBytes: MAX_RECORD_BYTES })
  return typeof file === 'object' && 'bytes' in file
    ? parseRecordedOrigin(file.bytes.toString('utf8'))
    : undefined
}

async function lastUseOf(path: string): Promise<number | undefined> {
  try {
    const stats = await lstat(path)
    return stats.isFile() ? stats.mtimeMs : undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
