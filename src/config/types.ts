import type { CommandLimits } from '../sandbox/limits.ts'
import type { Diagnostic } from '../skill/diagnostic.ts'

/** Everything that the config files and the machine say, checked and resolved: plain data, nothing is opened yet. */
export interface Config {
  /** Folders with skills, the first wins: the project's paths, the user's paths, then the clients' own folders. */
  roots: ConfigRoot[]
  /** MCP servers, the first wins: the project's in their order, then the user's. Labels are unique. */
  servers: ServerConfig[]
  /** How many skills one page of a listing shows. */
  maxSkills: number
  /** How `serve --http` serves, where it was asked for; the section of the first file that has one. */
  http?: HttpConfig | undefined
  /** Whether and how skills run commands, where a file or a flag says something about it. */
  shell?: ShellConfig | undefined
  /** The config files that were read, as they may be shown. */
  files: string[]
  diagnostics: Diagnostic[]
}

/** A folder in which skills are looked for. */
export interface ConfigRoot {
  /** Absolute. */
  path: string
  /** For messages, never an absolute path: `./skills`, `~/.claude/skills`, or the last segment of what was absolute. */
  shown: string
  /** True if a missing folder is nothing to talk about. */
  optional: boolean
}

/** An MCP server that serves skills. */
export interface ServerConfig {
  /** `^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$`; unique in a config, also where letter case is ignored. */
  label: string
  transport: ServerTransport
  /** False: known, but neither started nor asked. */
  enabled: boolean
  /** How long one call may take. */
  timeoutMs: number
  /** `required`: loading waits for an approval. */
  approval: Approval
  /** Who named the server: a file of the project (others may have written it), the user's own, or one given on the command line. */
  origin: ConfigOrigin
  /** That file, as it may be shown. */
  file: string
}

export type ServerTransport = StdioTransport | HttpTransport

export interface StdioTransport {
  type: 'stdio'
  command: string
  args: string[]
  /** Beside the variables that every server gets. May hold secrets. */
  env: Record<string, string>
  /** Absolute; the config file's folder where the file names none. */
  cwd: string
}

/** Streamable HTTP. */
export interface HttpTransport {
  type: 'http'
  url: string
  /** May hold secrets. */
  headers: Record<string, string>
}

/** How the HTTP server serves; what is not set is the server's to choose. */
export interface HttpConfig {
  host: string | undefined
  port: number | undefined
  tokens: HttpToken[]
  oauth: HttpOAuth | undefined
  allowedHosts: string[]
  allowedOrigins: string[]
  requestsPerMinute: number | undefined
  wellKnown: boolean | undefined
}

/** A caller of the HTTP server. */
export interface HttpToken {
  name: string
  /** Of the token, which is not kept. */
  sha256: string
  /** Labels of the sources that the caller sees; all where it is not set. */
  sources: string[] | undefined
}

export interface HttpOAuth {
  issuer: string
  audience: string
  jwksUri: string | undefined
  scopes: string[]
  sourcesClaim: string | undefined
}

/** What commands of skills may do: what the operator says, and less where a project's file says so. */
export interface ShellConfig {
  allow: boolean
  network: boolean
  /** Names of variables of this process that commands get. */
  env: string[]
  limits: ShellLimits
  /** Who said it, for each that somebody did: the file as it may be shown, or the flag. */
  from: Partial<Record<'allow' | 'network' | 'env' | keyof ShellLimits, string>>
}

export type ShellLimits = Omit<CommandLimits, 'scratchFiles'>

export type Approval = 'none' | 'required'

export type ConfigOrigin = 'project' | 'user' | 'given'

export interface LoadConfigOptions {
  /** Absolute; the project is looked for from here upwards. */
  cwd: string
  /** The user's home folder, absolute. */
  home: string
  env: Record<string, string | undefined>
  /** Read this file alone, instead of those of the project and the user. */
  file?: string | undefined
  /** The agent of an AgentPool file whose settings count. */
  agent?: string | undefined
  /** False: the clients' own folders are left out, whatever the files say. */
  useDefaults?: boolean | undefined
  /** Reads the `http` section too; its variables have to be set only then. */
  http?: boolean | undefined
  /** True: skills may run commands, whatever the files say. */
  allowShell?: boolean | undefined
}
