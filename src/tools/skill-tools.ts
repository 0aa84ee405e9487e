import type { Catalog, LoadedSkill, ReadFile } from '../catalog/types.ts'
import { onFirstUse } from '../on-first-use.ts'
import { unlessAborted } from '../sources/unless-aborted.ts'
import { failureAnswer } from './failure.ts'
import { toolDefinitions } from './tool-definitions.ts'
import type { SkillTool } from './types.ts'
import type { ApprovalRequest } from './with-approval.ts'

/** What a host may set for the tools of a conversation. */
export interface SkillToolsOptions {
  /** Skills on a page of `list_skills`. Default 20. */
  maxSkills?: number | undefined
  /** The skills as text for the description of `load_skill`, as `catalogPrompt` makes it: models load what they are told exists. */
  available?: string | undefined
  /** Called with each skill, or text file of one, that `load_skill` gives, before the model gets it. If it fails, so does the call. */
  onLoad?: ((loaded: LoadedSkill) => void | Promise<void>) | undefined
  /** Called with each file that is read as such, before the model gets it. If it fails, so does the call. */
  onRead?: ((file: ReadFile) => void | Promise<void>) | undefined
  /**
   * Asks the person of this conversation about a skill that waits for an approval; true records the approval of exactly what
   * was shown. Without it, the answer says which command approves.
   */
  onApproval?: ((request: ApprovalRequest) => Promise<boolean>) | undefined
}

/**
 * The catalog as tools for a model. Call it once for each conversation: what is loaded in one is not known in another.
 * Skills with `disable-model-invocation` are not there.
 */
export function createSkillTools(catalog: Catalog, options: SkillToolsOptions = {}): SkillTool[] {
  const running = onFirstUse(async () => (await import('./tool-runs.ts')).toolRuns(catalog, options))
  return toolDefinitions(options.available).map((definition) => ({
    ...definition,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: catalog.sources.some(({ kind }) => kind === 'mcp'),
    },
    async run(input, call) {
      try {
        return await unlessAborted(call?.signal, async () => {
          const runs = await running()
          return runs[definition.name](input, call)
        })
      } catch (error) {
        call?.signal?.throwIfAborted()
        return failureAnswer(error)
      }
    },
  }))
}
