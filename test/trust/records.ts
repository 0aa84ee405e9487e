import { join } from 'node:path'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import type { SkillEntry } from '../../src/sources/types.ts'
import { openApprovals } from '../../src/trust/approval-record.ts'
import type { Grant } from '../../src/trust/approval-state.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { identityOf } from '../../src/trust/identity.ts'
import { scratchFolders } from './scratch.ts'
import { REFUNDS, upstream } from './upstream.ts'

export const identity = identityOf(upstream(), 'refunds')

/** The same skill with one file changed. */
export const CHANGED = { ...REFUNDS, 'references/guide.md': 'Another guide.\n' }

export async function entryWith(files = REFUNDS): Promise<SkillEntry> {
  return (await upstream({ refunds: files }).get('refunds'))!
}

/** Opens records of approvals in folders that are gone after each test. */
export function records() {
  const scratch = scratchFolders()

  async function opened(folder = join(scratch(), 'state')) {
    const findings: Diagnostic[] = []
    const approvals = await openApprovals(folder, { onDiagnostic: (finding) => findings.push(finding) })
    return { approvals, findings, folder }
  }

  /** A record in which one entry is approved. */
  async function approvedEntry(grant: Grant = 'load') {
    const entry = await entryWith()
    const record = await opened()
    await record.approvals.approve({ identity, entry, grant, fingerprint: fingerprintOf(entry)! })
    return { ...record, entry }
  }

  return { opened, approvedEntry }
}
