import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client'
import type { Diagnostic } from '../../skill/diagnostic.ts'
import type { SkillSource } from '../types.ts'
import type { McpLimits } from './limits.ts'

/** How a server is reached; what a config says of it. */
export type McpTransport = McpStdioTransport | McpHttpTransport

export interface McpStdioTransport {
  type: 'stdio'
  command: string
  args?: readonly string[] | undefined
  /** Beside the few variables that every server gets; nothing else of the environment is passed on. */
  env?: Readonly<Record<string, string>> | undefined
  cwd?: string | undefined
}

/** Streamable HTTP. */
export interface McpHttpTransport {
  type: 'http'
  url: string
  /** Sent to the origin of `url` alone. */
  headers?: Readonly<Record<string, string>> | undefined
  fetch?: typeof fetch | undefined
  authProvider?: AuthProvider | OAuthClientProvider | undefined
}

export interface McpSourceOptions {
  /** The host's own name for the server; what the server calls itself is never used. */
  label: string
  transport: McpTransport
  limits?: Partial<McpLimits> | undefined
  /** Milliseconds on a clock that does not go back. */
  now?: (() => number) | undefined
  /** Told once of each thing that went wrong, also outside of a call. */
  log?: ((diagnostic: Diagnostic) => void) | undefined
}

/** How skills are obtained from a server, best first. */
export type McpSkillProtocol = 'extension' | 'fastmcp' | 'resources'

export interface McpSourceStatus {
  /** `connecting` until the first listing is complete; `degraded` while the server cannot be used, or not in full. */
  state: 'connecting' | 'ready' | 'degraded' | 'closed'
  /** What the server serves skills by, once that is known. */
  protocol: McpSkillProtocol | undefined
  protocolVersion: string | undefined
  /** How many skills the last listing had. */
  skills: number
  /** How long the last answered call took. */
  latencyMs: number | undefined
  /** What went wrong last, and what a stdio server wrote to its error output, on one line and without secrets. */
  lastError: string | undefined
}

/** Skills of another MCP server. Nothing is started before the first call. */
export interface McpSource extends SkillSource {
  readonly kind: 'mcp'
  readonly endpoint: string
  status(): McpSourceStatus
  /** The server's own URI for a skill's `SKILL.md`, or for another file of it. */
  uriOf(skillPath: string, filePath?: string): string
  watch(onChange: () => void): () => void
  close(): Promise<void>
}
