import { join } from 'node:path'
import type { Diagnostic } from '../skill/diagnostic.ts'
import type { SkillEntry } from '../sources/types.ts'
import { changesSince, newApproval, type ApproveRequest, type ChangedSince } from './approval.ts'
import { APPROVAL_STATE, type ApprovalRow, type Grant } from './approval-state.ts'
import { approvalTable } from './approval-table.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isSameIdentity, type SkillIdentity } from './identity.ts'
import { openStateFile } from './state-file.ts'
import type { StateFs } from './state-fs.ts'

/** What people have approved. Nothing that a model can call leads here. */
export interface Approvals {
  /**
   * Records an approval of exactly what was shown.
   *
   * @throws SkillwayError `APPROVAL_REFUSED` if the entry is another than was shown or cannot be held to, `STATE_INVALID`
   */
  approve(request: ApproveRequest): Promise<ApprovalRow>
  /**
   * Whether an entry that its source gave just now is approved. This revokes approvals of other content for good:
   * content that comes back has to be approved again (SEP-2640, content-bound approval).
   */
  check(
    identity: SkillIdentity,
    entry: SkillEntry,
    grant: Grant,
  ): Promise<'approved' | 'never' | ChangedSince>
  /** Whether an entry in use is approved still. It may be older than an approval, so this revokes nothing. */
  allows(identity: SkillIdentity, entry: SkillEntry, grant: Grant): Promise<boolean>
  /** Takes back what was approved of a skill, one grant or all; gives what that was. */
  revoke(identity: SkillIdentity, grant?: Grant): Promise<ApprovalRow[]>
  /** All approvals, also those that a change revoked. */
  list(): Promise<readonly ApprovalRow[]>
  /** Takes back whatever was approved of a source that is no longer used. */
  forgetSource(label: string): Promise<ApprovalRow[]>
}

export interface ApprovalsOptions {
  onDiagnostic?: ((finding: Diagnostic) => void) | undefined
  fs?: StateFs | undefined
}

/** @throws SkillwayError `STATE_INVALID` if others could change the folder */
export async function openApprovals(folder: string, options: ApprovalsOptions = {}): Promise<Approvals> {
  const path = join(folder, 'approvals.json')
  const file = await openStateFile({ path, format: APPROVAL_STATE, ...options })
  const table = approvalTable(file, options.onDiagnostic)
  return {
    async approve(request) {
      const approval = newApproval(request)
      await table.put(approval)
      return approval
    },
    async check(identity, entry, grant) {
      const fingerprint = fingerprintOf(entry)
      await table.revokeOthers(identity, fingerprint)
      const approval = await table.find(identity, grant)
      if (approval === undefined) return 'never'
      return table.isValid(approval, fingerprint) ? 'approved' : changesSince(approval, entry)
    },
    async allows(identity, entry, grant) {
      const approval = await table.find(identity, grant)
      return approval !== undefined && table.isValid(approval, fingerprintOf(entry))
    },
    revoke: (identity, grant) =>
      table.remove((row) => isSameIdentity(row, identity) && (grant === undefined || row.grant === grant)),
    list: async () => (await file.read()).approvals,
    forgetSource: (label) => table.remove((row) => row.label === label),
  }
}
