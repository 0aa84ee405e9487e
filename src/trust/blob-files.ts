import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf } from '../skill/digest.ts'
import { LIMITS } from '../skill/limits.ts'
import type { SkillFile } from '../skill/types.ts'
import { hasCode } from './error-code.ts'
import { ensurePrivateFolder } from './private-folder.ts'
import { readPrivateFile } from './read-private-file.ts'
import { replaceFile, UNFINISHED } from './replace-file.ts'
import { nodeStateFs } from './state-fs.ts'

/** The bytes, in files named for their digest alone: `sha256/ab/<the other 62 digits>`. No name comes from a server. */
export interface BlobFiles {
  /** The bytes that have this digest and size, or why what stands in their place is not believed. */
  read(blob: BlobName): Promise<Uint8Array | 'missing' | { fault: string }>
  /** Gives the hex digest. */
  write(bytes: Uint8Array): Promise<string>
  remove(hex: string): Promise<void>
  /** Hex digests of all blobs, with their sizes. */
  all(): Promise<Map<string, number>>
  totalBytes(): Promise<number>
  /** Removes what writers left that died long ago. */
  sweep(): Promise<void>
}

interface BlobName {
  /** 64 hex digits. */
  hex: string
  /** Bytes, where that is known. */
  size?: number
}

const PREFIX = /^[0-9a-f]{2}$/
const REST = /^[0-9a-f]{62}$/
const UNFINISHED_MS = 3_600_000

/** The 64 hex digits of a digest; `undefined` for a digest of any other form, which no blob can have. */
export function hexOf(digest: SkillFile['digest']): string | undefined {
  return /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1]
}

export function blobFiles(folder: string): BlobFiles {
  const prefixOf = (hex: string) => join(folder, hex.slice(0, 2))
  const pathOf = (hex: string) => join(prefixOf(hex), hex.slice(2))
  return {
    async read({ hex, size }) {
      const limits = { maxBytes: size ?? LIMITS.fileBytes, refuseHardLinks: true }
      const file = await readPrivateFile(pathOf(hex), { fs: nodeStateFs, ...limits })
      if (file === 'missing' || file === 'known') return 'missing'
      if ('fault' in file) return file
      if (size !== undefined && file.bytes.length !== size) return { fault: 'it has another size' }
      if (digestOf(file.bytes) !== `sha256:${hex}`) return { fault: 'its content has another digest' }
      return file.bytes
    },
    async write(bytes) {
      const hex = hexOf(digestOf(bytes))!
      await ensurePrivateFolder(prefixOf(hex))
      await replaceFile(pathOf(hex), bytes, { fs: nodeStateFs })
      return hex
    },
    remove: (hex) => rm(pathOf(hex), { recursive: true, force: true }),
    all: () => blobsIn(folder),
    totalBytes: async () => [...(await blobsIn(folder)).values()].reduce((sum, size) => sum + size, 0),
    async sweep() {
      for (const { name, path } of await walk(folder)) {
        if (!name.endsWith(UNFINISHED)) continue
        const stats = await statsOf(path)
        if (stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > UNFINISHED_MS)
          await rm(path, { force: true })
      }
    },
  }
}

async function blobsIn(folder: string): Promise<Map<string, number>> {
  const blobs = new Map<string, number>()
  for (const { name, path, prefix } of await walk(folder)) {
    if (REST.test(name)) blobs.set(prefix + name, (await statsOf(path))?.size ?? 0)
  }
  return blobs
}

async function walk(folder: string): Promise<{ prefix: string; name: string; path: string }[]> {
  const found: { prefix: string; name: string; path: string }[] = []
  for (const prefix of (await namesIn(folder)).filter((name) => PREFIX.test(name))) {
    for (const name of await namesIn(join(folder, prefix))) {
      found.push({ prefix, name, path: join(folder, prefix, name) })
    }
  }
  return found
}

async function statsOf(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}
