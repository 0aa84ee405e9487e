import type { Diagnostic } from '../skill/diagnostic.ts'
import type { Approvals } from '../trust/approval-record.ts'
import type { BlobStore } from '../trust/blob-store.ts'
import type { Config } from './types.ts'

/** The machine as state folders depend on it. */
export interface Place {
  env: Record<string, string | undefined>
  /** The user's home folder, absolute. */
  home: string
}

export interface Trust {
  approvals: Approvals
  /** Verified bytes of remote skills. */
  store: BlobStore
}

/**
 * Opens what people approved and what was verified, in folders that no skill can lie in.
 *
 * @throws SkillwayError `STATE_INVALID` if others could change the folders, or skills are looked for in them
 */
export async function openTrust(
  { roots }: Pick<Config, 'roots'>,
  { env, home, onDiagnostic }: Place & { onDiagnostic?: ((finding: Diagnostic) => void) | undefined },
): Promise<Trust> {
  const [{ openApprovals }, { openBlobStore }, { assertOutsideRoots }, { stateFolders }] = await Promise.all([
    import('../trust/approval-record.ts'),
    import('../trust/blob-store.ts'),
    import('../trust/outside-roots.ts'),
    import('../trust/state-folders.ts'),
  ])
  const { state, cache } = stateFolders({ env, home, platform: process.platform })
  const paths = roots.map(({ path }) => path)
  for (const folder of [state, cache]) await assertOutsideRoots(folder, paths)
  return {
    approvals: await openApprovals(state, { onDiagnostic }),
    store: await openBlobStore(cache, { onDiagnostic }),
  }
}
