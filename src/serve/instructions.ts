import type { CatalogSkill } from '../catalog/types.ts'
import { catalogPrompt } from '../tools/catalog-prompt.ts'
import { onceFor } from './made-once.ts'

/** Characters of the catalog in the server's instructions; clients cut instructions at about 2 KB. */
const BUDGET = 1500

/** What a client is told about this server when it connects. */
export const instructionsFor = onceFor(
  (skills: readonly CatalogSkill[]) =>
    `This server gives you Agent Skills: instructions, reference files and scripts for particular tasks.
Before you start a task, look whether a skill covers it; if one does, call load_skill with its name and follow it.
Read the files that a skill mentions with read_reference_file when you need them. Find more skills with search_skills.

${catalogPrompt(skills, BUDGET)}`,
)
