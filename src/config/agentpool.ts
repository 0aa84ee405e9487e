import { quote } from '../text/quote.ts'
import { keysAt, skillsToolSchema } from './file-schema.ts'
import type { Findings } from './findings.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import { nearestKey } from './nearest-key.ts'
import { refuseIssues, refuseKey } from './refuse-issues.ts'

type Mapping = Record<string, unknown>

/** What stands at the top of AgentPool's files and of no other. */
const AGENTPOOL_KEYS = new Set([
  'INHERIT',
  'agents',
  'commands',
  'compaction',
  'conversion',
  'default_agent',
  'file_agents',
  'include_packages',
  'jobs',
  'model_variants',
  'observability',
  'pool_server',
  'prompts',
  'resources',
  'responses',
  'storage',
  'teams',
])
/** How many keys of an agent one diagnostic names. */
const MAX_NAMED = 8

/** True for a file that was written for AgentPool: what is not ours in it is its, and no mistake. */
export function isAgentPoolFile(file: unknown): file is Mapping {
  return isMapping(file) && Object.keys(file).some((key) => AGENTPOOL_KEYS.has(key))
}

/** The part of an AgentPool file that is read here; all the rest is noted. A typo of ours is still refused. */
export function ownPart(file: Mapping, findings: Findings): Mapping {
  const own = withoutForeign(file, [], findings)
  if (isMapping(own['skills'])) own['skills'] = withoutForeign(own['skills'], ['skills'], findings)
  noteAgents(own['agents'], findings)
  return own
}

/** Notes what stands in `skills.instruction` beside `max_skills`. */
export function noteInstruction(instruction: Mapping | undefined, findings: Findings): void {
  for (const key of Object.keys(instruction ?? {})) {
    const path = ['skills', 'instruction', key]
    if (key === 'max_skills') continue
    if (nearestKey(key, ['max_skills']) === undefined) note([path], findings)
    else
      findings.refuse(
        path,
        `unknown key ${quote(key)} in skills.instruction; did you mean 'max_skills'?`,
        'key',
      )
  }
}

/** What the agents of a file say about skills. */
export interface Agents {
  names: string[]
  /** True if one of them was asked for by name and is here. */
  isChosen: boolean
  /** The `max_skills` of the chosen agent's tool of type `skills`, or of the only agent's. */
  maxSkills: number | undefined
}

export function readAgents(
  agents: Mapping,
  { agent, findings }: { agent?: string | undefined; findings: Findings },
): Agents {
  const names = Object.keys(agents).filter((name) => isMapping(agents[name]))
  const isChosen = agent !== undefined && names.includes(agent)
  const counting = isChosen ? agent : agent === undefined && names.length === 1 ? names[0] : undefined
  if (counting !== undefined) {
    return { names, isChosen, maxSkills: maxSkillsOf(agents, counting, findings) }
  }
  const limited = names.filter((name) => skillsTools(agents[name]).some(([, tool]) => 'max_skills' in tool))
  if (agent === undefined && limited.length > 0) {
    const message = `Passed over, because no agent is chosen: max_skills of ${limited.map(quote).join(', ')}`
    findings.note('CONFIG_KEY_IGNORED', ['agents'], message, 'Choose an agent with --agent NAME.')
  }
  return { names, isChosen, maxSkills: undefined }
}

function maxSkillsOf(agents: Mapping, name: string, findings: Findings): number | undefined {
  for (const [index, entry] of skillsTools(agents[name])) {
    const path = ['agents', name, 'tools', index]
    const tool = skillsToolSchema.safeParse(entry)
    if (tool.success && tool.data.max_skills !== undefined) return tool.data.max_skills
    const issues = (tool.error?.issues ?? []).map((issue) => ({ ...issue, path: [...path, ...issue.path] }))
    refuseIssues(issues, { agents }, findings)
  }
  return undefined
}

/** The tools of type `skills`, each with its position in the agent's list. */
function skillsTools(agent: unknown): [number, Mapping][] {
  const tools = isMapping(agent) ? agent['tools'] : undefined
  if (!Array.isArray(tools)) return []
  return [...tools.entries()].filter(([, tool]) => isMapping(tool) && tool['type'] === 'skills')
}

function withoutForeign(mapping: Mapping, path: KeyPath, findings: Findings): Mapping {
  const { all } = keysAt(path)
  const own: Mapping = {}
  for (const [key, value] of Object.entries(mapping)) {
    if (all.includes(key)) own[key] = value
    else if (AGENTPOOL_KEYS.has(key) || nearestKey(key, all) === undefined) note([[...path, key]], findings)
    else refuseKey(path, key, findings)
  }
  return own
}

function noteAgents(agents: unknown, findings: Findings): void {
  if (!isMapping(agents)) return
  for (const [name, agent] of Object.entries(agents)) {
    if (!isMapping(agent)) note([['agents', name]], findings)
    else {
      const foreign = Object.keys(agent).filter((key) => key !== 'tools')
      note(
        foreign.map((key) => ['agents', name, key]),
        findings,
      )
    }
  }
}

function note(paths: readonly KeyPath[], findings: Findings): void {
  const [first] = paths
  if (first === undefined) return
  const named = paths.slice(0, MAX_NAMED).map(formatKeyPath).join(', ')
  const rest = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  findings.note('CONFIG_KEY_IGNORED', first, `Passed over, because only AgentPool reads it: ${named}${rest}`)
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
