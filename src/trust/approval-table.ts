import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import type { ApprovalRow, ApprovalState, Grant } from './approval-state.ts'
import { isSameIdentity, type SkillIdentity } from './identity.ts'
import type { StateFile } from './state-file.ts'

/** Approvals by skill and grant, of which there is one at the most. */
export interface ApprovalTable {
  find(identity: SkillIdentity, grant: Grant): Promise<ApprovalRow | undefined>
  put(approval: ApprovalRow): Promise<void>
  remove(which: (approval: ApprovalRow) => boolean): Promise<ApprovalRow[]>
  isValid(approval: ApprovalRow, fingerprint: string | undefined): boolean
  /** Revokes, for good, every approval of the skill that is not of this fingerprint. */
  revokeOthers(identity: SkillIdentity, fingerprint: string | undefined): Promise<void>
}

export function approvalTable(
  file: StateFile<ApprovalState>,
  onDiagnostic: ((finding: Diagnostic) => void) | undefined,
): ApprovalTable {
  // Holds where the file cannot be written: this process at least never forgets a revocation.
  const revokedHere = new Set<string>()
  return {
    async find(identity, grant) {
      return (await file.read()).approvals.find((row) => isSameIdentity(row, identity) && row.grant === grant)
    },
    async put(approval) {
      await file.update(({ approvals }) => ({
        approvals: [...approvals.filter((row) => !isSameSlot(row, approval)), approval],
      }))
    },
    async remove(which) {
      let removed: ApprovalRow[] = []
      await file.update((state) => {
        removed = state.approvals.filter(which)
        return removed.length === 0 ? state : { approvals: state.approvals.filter((row) => !which(row)) }
      })
      return removed
    },
    isValid: (row, fingerprint) =>
      !row.revoked && !revokedHere.has(row.id) && row.fingerprint === fingerprint,
    async revokeOthers(identity, fingerprint) {
      const isOther = (row: ApprovalRow) =>
        isSameIdentity(row, identity) && !row.revoked && row.fingerprint !== fingerprint
      const others = (await file.read()).approvals.filter((row) => isOther(row) && !revokedHere.has(row.id))
      if (others.length === 0) return
      for (const { id } of others) revokedHere.add(id)
      onDiagnostic?.(revoked(identity))
      try {
        await file.update(({ approvals }) => ({
          approvals: approvals.map((row) => (isOther(row) ? { ...row, revoked: true } : row)),
        }))
      } catch (error) {
        onDiagnostic?.(unwritable(identity, error))
      }
    },
  }
}

function isSameSlot(one: ApprovalRow, other: ApprovalRow): boolean {
  return isSameIdentity(one, other) && one.grant === other.grant
}

function revoked({ label, uri }: SkillIdentity): Diagnostic {
  return diagnostic(
    'APPROVAL_REVOKED',
    uri,
    `${quote(uri)} of ${quote(label)} has changed; its approvals are revoked`,
    {
      hint: 'Look at what changed, then approve it again if it is fine.',
    },
  )
}

function unwritable({ label, uri }: SkillIdentity, error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error)
  return diagnostic(
    'STATE_UNWRITABLE',
    uri,
    `That ${quote(uri)} of ${quote(label)} is not approved any more is known to this process alone: ${why}`,
    { hint: 'Make the state folder writable, or name another one with SKILLWAY_STATE_DIR.' },
  )
}
