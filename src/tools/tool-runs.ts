import { forModels } from '../catalog/for-models.ts'
import type { Catalog } from '../catalog/types.ts'
import type { SkillEntry } from '../sources/types.ts'
import { listSkills } from './list-skills.ts'
import { loadSkill } from './load-skill.ts'
import { loadSkillMetadata } from './load-skill-metadata.ts'
import { readReferenceFile } from './read-reference-file.ts'
import { searchSkills } from './search-skills.ts'
import type { SkillToolsOptions } from './skill-tools.ts'
import type { ToolName } from './tool-definitions.ts'
import type { SkillTool } from './types.ts'
import { withApproval } from './with-approval.ts'

/** What a tool does when it is called; what it throws becomes an answer. */
export type ToolRun = SkillTool['run']

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

/** What the tools of one conversation do, by their names. */
export function toolRuns(catalog: Catalog, options: SkillToolsOptions): Record<ToolName, ToolRun> {
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
  return {
    list_skills: listSkills(session),
    load_skill: withApproval(loadSkill(session), session),
    read_reference_file: withApproval(readReferenceFile(session), session),
    search_skills: searchSkills(session),
    load_skill_metadata: loadSkillMetadata(session),
  }
}
