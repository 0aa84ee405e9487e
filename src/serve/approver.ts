import type { Catalog } from '../catalog/types.ts'
import type { Approvals } from '../trust/approval-record.ts'
import { approvalView } from '../trust/approval-view.ts'
import { describeEntry } from '../trust/describe-entry.ts'
import { identityOf } from '../trust/identity.ts'

/** What a person is asked when a skill waits for an approval. */
interface ApprovalQuestion {
  /** Of exactly what is shown; an answer counts for nothing else. */
  fingerprint: string
  text: string
  /** Records that the person said yes. */
  approve(): Promise<void>
}

/** Asks for approvals on behalf of the one person who runs a server on this machine. */
export interface Approver {
  /** The question about a skill; `undefined` where it cannot be approved at all. */
  questionFor(reference: string, options: { signal: AbortSignal }): Promise<ApprovalQuestion | undefined>
}

export function approverFor(catalog: Catalog, approvals: Approvals): Approver {
  return {
    async questionFor(reference, { signal }) {
      const { skill } = await catalog.resolve(reference, { signal })
      const entry = await skill.from.get(skill.summary.skillPath, { signal, fresh: true })
      if (entry === undefined) return undefined
      const identity = identityOf(skill.from, entry.skillPath)
      const shown = describeEntry(entry, { identity })
      const { fingerprint } = shown
      if (fingerprint === undefined) return undefined
      return {
        fingerprint,
        text: `Load this skill of the server '${identity.label}'?\n\n${approvalView(shown)}`,
        approve: async () => void (await approvals.approve({ identity, entry, grant: 'load', fingerprint })),
      }
    },
  }
}
