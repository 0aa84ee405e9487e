import type { BigIntStats } from 'node:fs'
import { constants } from 'node:fs'
import { hasCode } from './error-code.ts'
import { isOwn } from './private-folder.ts'
import type { StateFs } from './state-fs.ts'

export interface ReadPrivateOptions {
  fs: Pick<StateFs, 'open'>
  maxBytes: number
  /** True if a second name for the file is a fault. */
  refuseHardLinks?: boolean | undefined
  /** The version that the caller has already. */
  knownVersion?: string | undefined
}

export type PrivateFile =
  | 'missing'
  /** It has not changed since `knownVersion`. */
  | 'known'
  | { bytes: Buffer; version: string }
  /** Why it is not read at all, in a few words. */
  | { fault: string }

/** Neither follows a link nor waits for somebody to write into a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A plain file of one's own, which nobody else may write to; anything that stands in its place is a fault. */
export async function readPrivateFile(path: string, options: ReadPrivateOptions): Promise<PrivateFile> {
  try {
    const handle = await options.fs.open(path, FLAGS)
    try {
      const stats = await handle.stat({ bigint: true })
      const fault = faultOf(stats, options)
      if (fault !== undefined) return { fault }
      const version = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
      return version === options.knownVersion ? 'known' : { bytes: await handle.readFile(), version }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'missing'
    if (hasCode(error, 'ELOOP', 'EMLINK')) return { fault: 'it is a symbolic link' }
    if (hasCode(error, 'ENXIO', 'EISDIR')) return { fault: 'it is not a regular file' }
    throw error
  }
}

function faultOf(stats: BigIntStats, { maxBytes, refuseHardLinks }: ReadPrivateOptions): string | undefined {
  if (!stats.isFile()) return 'it is not a regular file'
  if (!isOwn({ uid: Number(stats.uid) })) return 'somebody else owns it'
  if (process.platform !== 'win32' && (stats.mode & 0o022n) !== 0n) return 'others may write to it'
  if (refuseHardLinks && stats.nlink !== 1n) return 'it is a hard link to another file'
  if (stats.size > BigInt(maxBytes)) return `it has more than ${maxBytes} bytes`
  return undefined
}
