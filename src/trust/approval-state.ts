import { z } from 'zod'
import type { StateFormat } from './state-format.ts'

/**
 * What an approval allows: to load the instructions, to run commands while they are in use, to honour the tools that the
 * skill declares. Each is asked for and given on its own.
 */
export const GRANTS = ['load', 'execute', 'allowed-tools'] as const

export type Grant = (typeof GRANTS)[number]

const approval = z.strictObject({
  id: z.string(),
  label: z.string(),
  endpoint: z.string(),
  uri: z.string(),
  grant: z.enum(GRANTS),
  fingerprint: z.string(),
  files: z.array(z.strictObject({ path: z.string(), size: z.number(), digest: z.string() })),
  /** As JSON text, because fields may have any name. */
  frontmatter: z.string(),
  approvedAt: z.string(),
  /** True once the skill was seen with other content; it stays so if the old content comes back. */
  revoked: z.boolean(),
})

/** One approval as it is kept: for whom, for what, and all that was shown when it was given. */
export type ApprovalRow = z.infer<typeof approval>

export interface ApprovalState {
  approvals: ApprovalRow[]
}

const state = z.strictObject({ approvals: z.array(approval) })

export const APPROVAL_STATE: StateFormat<ApprovalState> = {
  kind: 'skillway-approvals',
  version: 1,
  empty: { approvals: [] },
  parse: (value) => state.parse(value),
}
