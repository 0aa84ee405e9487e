import type { IndexPart, IndexStore } from '../../src/sources/directory/index-store.ts'

/** Keeps an index for any number of skills, and counts how often it is written. */
export function indexInMemory(): IndexStore & { parts: Map<IndexPart, Uint8Array>; writes: IndexPart[] } {
  const parts = new Map<IndexPart, Uint8Array>()
  const writes: IndexPart[] = []
  return {
    minSkills: 0,
    parts,
    writes,
    read: async (part) => parts.get(part),
    async write(part, bytes) {
      parts.set(part, bytes)
      writes.push(part)
    },
  }
}
