import type { SkillEntry, SkillSummary, SourceListing } from '../sources/types.ts'
import { fingerprintOf } from './fingerprint.ts'

/**
 * What a source has shown so far. Shown again it may be an answer that the source keeps, and older than an approval that
 * was given meanwhile; shown for the first time it is new.
 */
export interface SeenEntries {
  /** Notes an entry; true if it was shown before, alone or in the last listing. */
  noteEntry(entry: SkillEntry): boolean
  /** Notes a listing; true if it is the one that was shown last. */
  noteListing(listing: SourceListing): boolean
}

/** Contents that are remembered of one skill, and skills that are remembered: a server can have any path that it is asked for. */
const MAX_CONTENTS = 16
const MAX_SKILLS = 20_000

export function seenEntries(): SeenEntries {
  const contents = new Map<string, Set<string>>()
  let lastListing: SourceListing | undefined
  let listed: Map<string, SkillSummary> | undefined

  function isInListing({ skillPath }: SkillEntry, fingerprint: string): boolean {
    listed ??= new Map(lastListing?.skills.map((summary) => [summary.skillPath, summary]))
    const summary = listed.get(skillPath)
    return summary?.files !== undefined && fingerprintOf({ ...summary, files: summary.files }) === fingerprint
  }

  return {
    noteEntry(entry) {
      const fingerprint = fingerprintOf(entry) ?? 'dynamic'
      const seen = contents.get(entry.skillPath) ?? new Set()
      contents.delete(entry.skillPath)
      contents.set(entry.skillPath, seen)
      if (contents.size > MAX_SKILLS) contents.delete(contents.keys().next().value!)
      if (seen.has(fingerprint)) return true
      seen.add(fingerprint)
      const [oldest] = seen
      if (seen.size > MAX_CONTENTS) seen.delete(oldest!)
      return isInListing(entry, fingerprint)
    },
    noteListing(listing) {
      const isLast = listing === lastListing
      if (!isLast) listed = undefined
      lastListing = listing
      return isLast
    },
  }
}
