import type { SkillEntry, SkillSource, SourceCallOptions, SourceListing } from '../sources/types.ts'
import { approvedContent } from './approval.ts'
import type { Approvals } from './approval-record.ts'
import type { ApprovalRow } from './approval-state.ts'
import { fingerprintOf } from './fingerprint.ts'
import { identityOf, isSameIdentity } from './identity.ts'
import { seenEntries } from './seen-entries.ts'

/**
 * Compares what a source shows with what was approved of it. What it showed before may be an answer that it keeps, older
 * than the approval: before that counts as a change the source is asked afresh.
 */
export interface ChangeNotice {
  /** The entry to go by: the given one, or a fresh one where the given may be older than an approval of other content. */
  inEntry(entry: SkillEntry, options?: SourceCallOptions): Promise<SkillEntry | undefined>
  /** Revokes what a listing shows to have changed (SEP-2640: an entry of `list` counts like one of `get`). */
  inListing(listing: SourceListing, options?: SourceCallOptions): Promise<void>
}

export function noticeChanges(source: SkillSource, approvals: Approvals): ChangeNotice {
  const seen = seenEntries()

  const refreshed = (skillPath: string, options: SourceCallOptions = {}) =>
    source.get(skillPath, { signal: options.signal, fresh: true })

  async function validRows(): Promise<ApprovalRow[]> {
    return (await approvals.list()).filter(({ label, revoked }) => label === source.label && !revoked)
  }

  return {
    async inEntry(entry, options) {
      const wasSeen = seen.noteEntry(entry)
      if (!wasSeen || options?.fresh) return entry
      const identity = identityOf(source, entry.skillPath)
      const fingerprint = fingerprintOf(entry)
      const isOther = (row: ApprovalRow) => isSameIdentity(row, identity) && row.fingerprint !== fingerprint
      return (await validRows()).some(isOther) ? refreshed(entry.skillPath, options) : entry
    },
    async inListing(listing, options) {
      const wasSeen = seen.noteListing(listing)
      const rows = await validRows()
      if (rows.length === 0) return
      for (const summary of listing.skills) {
        const identity = identityOf(source, summary.skillPath)
        const row = rows.find((one) => isSameIdentity(one, identity))
        if (row === undefined) continue
        const files = summary.files ?? approvedContent(row).files
        const shown: SkillEntry = { ...summary, files, diagnostics: [] }
        if (fingerprintOf(shown) === row.fingerprint) continue
        const entry = wasSeen ? await refreshed(summary.skillPath, options) : shown
        if (entry !== undefined) await approvals.check(identity, entry, row.grant)
      }
    },
  }
}
