import type { Diagnostic } from '../../skill/diagnostic.ts'
import type { SkillSummary } from '../types.ts'
import type { Session } from './session.ts'
import type { McpSkillProtocol } from './types.ts'

/** One way of obtaining skills from a server. Implementations: `extension-protocol.ts`, `resource-protocol.ts`. */
export interface SkillProtocol {
  /** True if a listing alone tells whether the server has skills: only then may it be asked for one. */
  readonly needsListing: boolean
  /** All skills that the server lists, as far as they could be had. */
  list(session: Session, options: { signal: AbortSignal }): Promise<FoundSkills>
  /** One skill, listed or not, asked of the server; `undefined` where it has none there. */
  get(session: Session, skillPath: string, options: GetOptions): Promise<KnownSkill | undefined>
}

interface GetOptions {
  /** What the last listing says of the skill. */
  listed: KnownSkill | undefined
  signal?: AbortSignal | undefined
}

export interface FoundSkills {
  protocol: McpSkillProtocol | undefined
  skills: KnownSkill[]
  diagnostics: Diagnostic[]
  /** How long the server says that this is good; whatever it sent. */
  ttlMs: unknown
  /** Why this is not all. */
  fault: unknown
}

/** A skill as a server told of it, and how the server writes its URIs. */
export interface KnownSkill {
  /** With its files, where the server has told them. */
  summary: SkillSummary
  diagnostics: Diagnostic[]
  /** Of the skill's `SKILL.md`. */
  uri: string
  /** File paths whose URI is not the `childUri` of the skill's folder, with that URI. */
  spelled: ReadonlyMap<string, string>
  /** Whatever the server says of how long an entry is good. */
  ttlMs?: unknown
  /** Paths that the server names of a skill for which it has no digests. */
  knownPaths?: string[]
  /** True if the server lists a FastMCP manifest of the skill. */
  hasManifest?: boolean
}
