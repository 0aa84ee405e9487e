import { randomUUID } from 'node:crypto'
import { SkillwayError } from '../errors.ts'
import { filesFault } from '../sep2640/skill-from-wire.ts'
import type { Frontmatter } from '../skill/types.ts'
import type { SkillEntry } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import type { ApprovalRow, Grant } from './approval-state.ts'
import { canonicalJson } from './canonical-json.ts'
import { changesBetween, type EntryChanges } from './entry-changes.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { SkillIdentity } from './identity.ts'

export interface ApproveRequest {
  identity: SkillIdentity
  /** As its source gives it now. */
  entry: SkillEntry
  grant: Grant
  /** Of the entry that was shown to whoever approves. */
  fingerprint: string
}

/** Why an approval does not hold any more. */
export interface ChangedSince {
  changed: EntryChanges
  /** True if the content is the approved one again, after it had been another. */
  cameBack: boolean
}

/**
 * The approval of exactly what was shown.
 *
 * @throws SkillwayError `APPROVAL_REFUSED`
 */
export function newApproval({ identity, entry, grant, fingerprint }: ApproveRequest): ApprovalRow {
  const { files } = entry
  if (files === 'dynamic') {
    throw refused(entry, 'its source gives no digests, so nothing would hold it to what was approved', {
      hint: 'Ask whoever runs the source to list the files with their digests.',
    })
  }
  const fault = filesFault(files)
  if (fault !== undefined) {
    throw refused(entry, fault, { hint: 'Tell whoever runs the source.' })
  }
  const current = fingerprintOf(entry)!
  if (current !== fingerprint) {
    throw refused(entry, 'it is not what was shown: it has changed since', {
      hint: 'Look at it again, then approve what you see.',
    })
  }
  return {
    id: randomUUID(),
    ...identity,
    grant,
    fingerprint,
    files: files.map(({ path, size, digest }) => ({ path, size, digest })),
    frontmatter: canonicalJson(entry.frontmatter),
    approvedAt: new Date().toISOString(),
    revoked: false,
  }
}

/** What is different in the entry from what was approved. */
export function changesSince(approval: ApprovalRow, entry: SkillEntry): ChangedSince {
  return {
    changed: changesBetween(approvedContent(approval), entry),
    cameBack: fingerprintOf(entry) === approval.fingerprint,
  }
}

/** The files and frontmatter that were approved. */
export function approvedContent({
  files,
  frontmatter,
}: ApprovalRow): Pick<ApprovalRow, 'files'> & { frontmatter: Frontmatter } {
  return { files, frontmatter: JSON.parse(frontmatter) as Frontmatter }
}

function refused(entry: SkillEntry, why: string, { hint }: { hint: string }): SkillwayError {
  return new SkillwayError('APPROVAL_REFUSED', `Skill ${quote(entry.name)} cannot be approved: ${why}`, {
    hint,
  })
}
