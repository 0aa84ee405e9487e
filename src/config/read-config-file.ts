import { dirname } from 'node:path'
import type { Diagnostic } from '../skill/diagnostic.ts'
import { isAgentPoolFile, noteInstruction, ownPart, readAgents, type Agents } from './agentpool.ts'
import { parseConfigDocument } from './config-document.ts'
import type { FileContext, FoundFile } from './file-context.ts'
import { configFileSchema, type ConfigFile } from './file-schema.ts'
import { findingsOf, type Findings } from './findings.ts'
import type { FileServers } from './merge-servers.ts'
import type { Problem } from './problem.ts'
import { readConfigText } from './read-config-text.ts'
import { readHttp } from './read-http.ts'
import { readRoots } from './read-roots.ts'
import { readServers } from './read-servers.ts'
import { type FileShell, readShell } from './read-shell.ts'
import { refuseIssues } from './refuse-issues.ts'
import type { ConfigRoot, HttpConfig } from './types.ts'

/** What one config file says. */
export interface FileSettings extends FileServers {
  roots: ConfigRoot[]
  includeDefaults: boolean | undefined
  maxSkills: number | undefined
  http: HttpConfig | undefined
  shell: FileShell | undefined
  agents: Agents
}

export interface ReadFile {
  /** Missing where there are problems. */
  settings: FileSettings | undefined
  problems: Problem[]
  diagnostics: Diagnostic[]
}

export interface ReadFileOptions {
  home: string
  env: Record<string, string | undefined>
  /** The agent of an AgentPool file whose settings count. */
  agent?: string | undefined
  /** Whether the `http` section is wanted. */
  http?: boolean | undefined
}

/** Reads, checks and resolves one config file; all that is wrong with it comes back together. */
export async function readConfigFile(file: FoundFile, options: ReadFileOptions): Promise<ReadFile> {
  const { text, problem: unreadable } = await readConfigText(file.path)
  if (text === undefined) return refused({ file: file.shown, message: unreadable })
  const { document, problem } = parseConfigDocument(text, file.shown)
  if (document === undefined) return refused(problem)
  const findings = findingsOf(document)
  const { value } = document
  const isAgentPool = isAgentPoolFile(value)
  const own = isAgentPool ? ownPart(value, findings) : value
  const parsed = configFileSchema.safeParse(own)
  if (!parsed.success) refuseIssues(parsed.error.issues, own, findings)
  const context = { ...options, file, folder: dirname(file.path), findings, isAgentPool }
  const settings = parsed.success ? settingsOf(parsed.data, context) : undefined
  const { problems, diagnostics } = findings
  return { settings: problems.length === 0 ? settings : undefined, problems, diagnostics }
}

function refused(problem: Problem): ReadFile {
  return { settings: undefined, problems: [problem], diagnostics: [] }
}

interface SettingsContext extends FileContext, ReadFileOptions {
  isAgentPool: boolean
}

function settingsOf(file: ConfigFile, context: SettingsContext): FileSettings {
  const { findings } = context
  const skills = file.skills ?? {}
  refuseTwins(file, skills, findings)
  noteInstruction(skills.instruction, findings)
  const key = file.mcpServers ? 'mcpServers' : 'mcp_servers'
  const agents = readAgents(file.agents ?? {}, context)
  return {
    roots: readRoots(skills.paths ?? [], context, context),
    includeDefaults: skills.includeDefaults ?? skills.include_default,
    servers: readServers(file[key] ?? [], [key], context),
    approval: file.approval,
    maxSkills: agents.maxSkills ?? file.maxSkills ?? file.max_skills ?? skills.instruction?.max_skills,
    http: file.http && context.http === true ? readHttp(file.http, context) : undefined,
    shell: file.shell ? readShell(file.shell, findings) : undefined,
    agents,
  }
}

/** Two spellings of one key would leave open which of them counts. */
function refuseTwins(file: ConfigFile, skills: NonNullable<ConfigFile['skills']>, findings: Findings): void {
  const refuse = (path: string[], first: string) =>
    findings.refuse(path, `'${path.at(-1)}' is '${first}' once more; keep one of them`, 'key')
  if (file.mcpServers && file.mcp_servers) refuse(['mcp_servers'], 'mcpServers')
  if (file.maxSkills !== undefined && file.max_skills !== undefined) refuse(['max_skills'], 'maxSkills')
  if (skills.includeDefaults !== undefined && skills.include_default !== undefined) {
    refuse(['skills', 'include_default'], 'includeDefaults')
  }
}
