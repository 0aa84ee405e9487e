import { forModels } from '../catalog/for-models.ts'
import type { Catalog, LoadedSkill, ReadFile } from '../catalog/types.ts'
import type { SkillEntry } from '../sources/types.ts'
import { failureAnswer } from './failure.ts'
import { listSkillsTool } from './list-skills.ts'
import { loadSkillMetadataTool } from './load-skill-metadata.ts'
import { loadSkillTool } from './load-skill.ts'
import { readReferenceFileTool } from './read-reference-file.ts'
import { searchSkillsTool } from './search-skills.ts'
import type { SkillTool } from './types.ts'
import { type ApprovalRequest, withApproval } from './with-approval.ts'

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

/** What the tools of one conversation share. */
export interface ToolSession {
  catalog: Catalog
  maxSkills: number
  /** Entries under which skills were loaded in this conversation, by URI; their files are read under the same entry. */
  held: Map<string, SkillEntry>
  onLoad: NonNullable<SkillToolsOptions['onLoad']>
  onRead: NonNullable<SkillToolsOptions['onRead']>
  onApproval: SkillToolsOptions['onApproval']
  /** Settles when the person has answered all that was asked so far. */
  asking: Promise<unknown>
  /** What the person said no to. */
  refused: Set<string>
}

/**
 * The catalog as tools for a model. Call it once for each conversation: what is loaded in one is not known in another.
 * Skills with `disable-model-invocation` are not there.
 */
export function createSkillTools(catalog: Catalog, options: SkillToolsOptions = {}): SkillTool[] {
  const session: ToolSession = {
    catalog: forModels(catalog),
    maxSkills: options.maxSkills ?? 20,
    held: new Map(),
    onLoad: options.onLoad ?? (() => {}),
    onRead: options.onRead ?? (() => {}),
    onApproval: options.onApproval,
    asking: Promise.resolve(),
    refused: new Set(),
  }
  return [
    listSkillsTool(session),
    withApproval(loadSkillTool(session, options.available), session),
    withApproval(readReferenceFileTool(session), session),
    searchSkillsTool(session),
    loadSkillMetadataTool(session),
  ].map((tool) => withAnswers(tool, catalog))
}

/** The tool with its failures as answers. */
function withAnswers(tool: Omit<SkillTool, 'annotations'>, catalog: Catalog): SkillTool {
  return {
    ...tool,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: catalog.sources.some(({ kind }) => kind === 'mcp'),
    },
    async run(input, options) {
      try {
        return await tool.run(input, options)
      } catch (error) {
        options?.signal?.throwIfAborted()
        return failureAnswer(error)
      }
    },
  }
}
