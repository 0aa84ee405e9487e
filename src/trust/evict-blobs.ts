import type { BlobFiles } from './blob-files.ts'
import type { BlobOwners } from './blob-owners.ts'

/** How much is left after an eviction, so that the next one is not due at once. */
const LEFT = 0.9

/** Removes what was not used for longest until the rest fits well; gives how many bytes are left. */
export async function evictBlobs(files: BlobFiles, owners: BlobOwners, maxBytes: number): Promise<number> {
  const sizes = await files.all()
  const lastUse = new Map<string, number>()
  for (const { blobs } of await owners.all()) {
    for (const [hex, time] of blobs) lastUse.set(hex, Math.max(time, lastUse.get(hex) ?? 0))
  }
  const oldestFirst = [...sizes.keys()].sort((a, b) => (lastUse.get(a) ?? 0) - (lastUse.get(b) ?? 0))
  let left = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  for (const hex of oldestFirst) {
    if (left <= maxBytes * LEFT) break
    await files.remove(hex)
    await owners.release(hex)
    left -= sizes.get(hex)!
  }
  return left
}
