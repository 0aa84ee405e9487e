import { McpServer } from '@modelcontextprotocol/server'
import type { Catalog, CatalogSkill } from '../catalog/types.ts'
import { catalogPrompt } from '../tools/catalog-prompt.ts'
import { createSkillTools } from '../tools/skill-tools.ts'
import { VERSION } from '../version.ts'
import { registerCompletion } from './completion.ts'
import { instructionsFor } from './instructions.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { registerTools } from './register-tools.ts'

/** Characters of the catalog in the description of `load_skill`. */
const DESCRIPTION_BUDGET = 12_000

export interface SkillServerOptions {
  /** Skills on a page of `list_skills`. Default 20. */
  maxSkills?: number | undefined
  /** Called with what the Skills extension leaves out and why. */
  onWarning?: ((text: string) => void) | undefined
}

/** An MCP server for one connection, and how to tell its client that the catalog is now another. */
export interface SkillServer {
  server: McpServer
  announce(skills: readonly CatalogSkill[]): void
}

/** The catalog as an MCP server for one connection. `skills` are those that the client is told about at first. */
export function createSkillServer(
  catalog: Catalog,
  skills: readonly CatalogSkill[],
  options: SkillServerOptions = {},
): SkillServer {
  const server = new McpServer(
    { name: 'skillway', title: 'Skillway', version: VERSION },
    { instructions: instructionsFor(skills), capabilities: { tools: { listChanged: true } } },
  )
  registerResources(server, catalog, options.onWarning ?? (() => {}))
  registerPrompts(server, catalog)
  registerCompletion(server, catalog)
  const available = catalogPrompt(skills, DESCRIPTION_BUDGET)
  const tools = createSkillTools(catalog, { maxSkills: options.maxSkills, available })
  const registered = registerTools(server, tools)
  let shown = available
  return {
    server,
    announce(changed) {
      server.sendResourceListChanged()
      server.sendPromptListChanged()
      const now = catalogPrompt(changed, DESCRIPTION_BUDGET)
      if (now === shown) return
      const description = tools
        .find(({ name }) => name === 'load_skill')!
        .description.replace(available, () => now)
      registered.get('load_skill')!.update({ description })
      shown = now
    },
  }
}
