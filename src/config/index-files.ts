import { existsSync } from 'node:fs'
import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../skill/digest.ts'
import type { IndexPart, IndexStore } from '../sources/directory/index-store.ts'
import { stateFolders } from '../trust/state-folders.ts'
import type { Place } from './open-trust.ts'
import type { ConfigRoot } from './types.ts'

/** Bytes of a part that is read; ten thousand skills need about sixteen million. */
const MAX_BYTES = 256 * 1024 * 1024
/** Files that are kept, two for each collection; those written longest ago go first. */
const MAX_FILES = 32
const MIN_SKILLS = 300

/**
 * Keeps the index of these folders in the cache folder, where it may vanish at any time. Whatever goes wrong with it costs
 * time and nothing else, so nobody is told.
 */
export function indexFiles(roots: readonly ConfigRoot[], place: Place): IndexStore {
  return {
    minSkills: MIN_SKILLS,
    async read(part) {
      try {
        return await read(fileOf(part, roots, place))
      } catch {
        return undefined
      }
    },
    async write(part, bytes) {
      try {
        await write(fileOf(part, roots, place), bytes, roots)
      } catch {
        // The next process reads the skills themselves.
      }
    },
  }
}

interface IndexFile {
  cache: string
  folder: string
  path: string
}

/** One file for the same folders under the same names; what is in it does not depend on anything else. */
function fileOf(part: IndexPart, roots: readonly ConfigRoot[], { env, home }: Place): IndexFile {
  const { cache } = stateFolders({ env, home, platform: process.platform })
  const folder = join(cache, 'index')
  const places = JSON.stringify(roots.map(({ path, shown }) => [path, shown]))
  return { cache, folder, path: join(folder, `${sha256Hex(places)}.${part}`) }
}

async function read({ cache, folder, path }: IndexFile): Promise<Uint8Array | undefined> {
  if (!existsSync(path)) return undefined
  const [{ checkPrivateFolder }, { readPrivateFile }, { nodeStateFs }] = await Promise.all([
    import('../trust/private-folder.ts'),
    import('../trust/read-private-file.ts'),
    import('../trust/state-fs.ts'),
  ])
  for (const place of [cache, folder]) await checkPrivateFolder(place)
  const file = await readPrivateFile(path, { fs: nodeStateFs, maxBytes: MAX_BYTES })
  return typeof file === 'object' && 'bytes' in file ? file.bytes : undefined
}

async function write(
  { cache, folder, path }: IndexFile,
  bytes: Uint8Array,
  roots: readonly ConfigRoot[],
): Promise<void> {
  const [{ overlappingRoot }, { ensurePrivateFolder }, { replaceFile }, { nodeStateFs }] = await Promise.all([
    import('../trust/outside-roots.ts'),
    import('../trust/private-folder.ts'),
    import('../trust/replace-file.ts'),
    import('../trust/state-fs.ts'),
  ])
  const paths = roots.map((root) => root.path)
  if (bytes.length > MAX_BYTES || (await overlappingRoot(cache, paths)) !== undefined) return
  for (const place of [cache, folder]) await ensurePrivateFolder(place)
  await replaceFile(path, bytes, { fs: nodeStateFs })
  await removeOldest(folder)
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= MAX_FILES) return
  const written = new Map<string, number>()
  for (const name of names) written.set(name, (await stat(join(folder, name))).mtimeMs)
  const newestFirst = names.sort((a, b) => written.get(b)! - written.get(a)!)
  for (const name of newestFirst.slice(MAX_FILES)) await unlink(join(folder, name))
}
