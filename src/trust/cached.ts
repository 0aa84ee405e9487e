import type { SkillSource } from '../sources/types.ts'
import type { BlobOrigin } from './blob-origin.ts'
import type { BlobStore } from './blob-store.ts'
import { readWithEntry } from './read-with-entry.ts'
import { verifyFile } from './verify-file.ts'

export interface CachedOptions {
  /** Whose view of the source this is. Given, nothing is shared with anybody else's (`cacheScope: private`). */
  principal?: string | undefined
}

/**
 * The same source, except that a file which it gave before is taken from disk while its entry still has that digest.
 * Only what is read is kept; the bytes of dynamic skills are not.
 */
export function cached(source: SkillSource, store: BlobStore, options: CachedOptions = {}): SkillSource {
  const origin: BlobOrigin = { label: source.label, endpoint: source.endpoint ?? source.kind, ...options }
  const wrapper: SkillSource = {
    ...source,
    async read(skillPath, filePath, callOptions = {}) {
      const { held } = callOptions
      if (held === undefined) return (await readWithEntry(wrapper, skillPath, filePath, callOptions)).bytes
      callOptions.signal?.throwIfAborted()
      const file = held.files === 'dynamic' ? undefined : held.files.find(({ path }) => path === filePath)
      if (file === undefined) return source.read(skillPath, filePath, callOptions)
      const kept = await store.read(origin, file)
      if (kept !== undefined) {
        verifyFile(held, filePath, kept)
        return kept
      }
      const bytes = await source.read(skillPath, filePath, callOptions)
      await store.write(origin, bytes)
      return bytes
    },
  }
  return wrapper
}
