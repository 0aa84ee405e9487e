import { McpServer } from '@modelcontextprotocol/server'
import type { Catalog, CatalogSkill } from '../catalog/types.ts'
import { catalogPrompt } from '../tools/catalog-prompt.ts'
import { createSkillTools } from '../tools/skill-tools.ts'
import { VERSION } from '../version.ts'
import type { Approver } from './approver.ts'
import { registerCompletion } from './completion.ts'
import { instructionsFor } from './instructions.ts'
import { onceFor } from './made-once.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { registerTools } from './register-tools.ts'
import { type ServedCommands, sessionCommands } from './session-commands.ts'
import { type SkillAnswers, skillAnswers } from './skill-answers.ts'
import { registerSkillsExtension } from './skills-extension.ts'

/** Characters of the catalog in the description of `load_skill`. */
const DESCRIPTION_BUDGET = 12_000

/** What this server says of itself. */
export const SERVER_INFO = { name: 'skillway', title: 'Skillway', version: VERSION }

/** How a server of skills behaves. */
export interface SkillServerOptions {
  /** Skills on a page of `list_skills`. Default 20. */
  maxSkills?: number | undefined
  /** Called with what the Skills extension leaves out and why. */
  onWarning?: ((text: string) => void) | undefined
  /** Asks the person in front of the client for approvals; only where one person runs the server. */
  approver?: Approver | undefined
  /** Offers `run_shell_command`; only where a connection is one conversation, and a sandbox was found to work. */
  commands?: ServedCommands | undefined
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
  return skillServers(catalog, options)(skills)
}

/** MCP servers over one catalog, one for each connection or request; what they have in common is made once. */
export function skillServers(
  catalog: Catalog,
  { maxSkills, onWarning = () => {}, approver, commands }: SkillServerOptions = {},
  answers: SkillAnswers = skillAnswers(catalog, onWarning),
): (skills: readonly CatalogSkill[]) => SkillServer {
  return (skills) => {
    const server = new McpServer(SERVER_INFO, { instructions: instructionsFor(skills) })
    const session = commands === undefined ? undefined : sessionCommands(catalog, commands)
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's server is no event target
    if (session !== undefined) server.server.onclose = () => void session.close()
    registerResources(server, catalog, { answers, commands: session })
    registerSkillsExtension(server, catalog, answers)
    registerPrompts(server, catalog)
    registerCompletion(server, catalog)
    let known = skills
    const makeTools = () => {
      const tools = createSkillTools(catalog, { maxSkills })
      return session === undefined ? tools : [...tools, session.tool]
    }
    registerTools(server, makeTools, {
      approver,
      description: ({ name, description }) =>
        name === 'load_skill' ? `${description}\n\n${toolsPrompt(known)}` : description,
    })
    return {
      server,
      announce(changed) {
        server.sendResourceListChanged()
        server.sendPromptListChanged()
        const isSame = toolsPrompt(changed) === toolsPrompt(known)
        known = changed
        if (!isSame) server.sendToolListChanged()
      },
    }
  }
}

/** The skills as the description of `load_skill` names them. */
export const toolsPrompt = onceFor((skills: readonly CatalogSkill[]) =>
  catalogPrompt(skills, DESCRIPTION_BUDGET),
)
