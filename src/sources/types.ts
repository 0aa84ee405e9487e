import type { Diagnostic } from '../skill/diagnostic.ts'
import type { SkillFile, SkillHead } from '../skill/types.ts'

/** What a source is: folders on disk, an MCP server, or skills given in code. It decides where its skills appear. */
export type SourceKind = 'directory' | 'mcp' | 'memory'

/** What a listing shows of a skill: cheap for ten thousand skills, no digests. */
export interface SkillSummary extends SkillHead {
  /** `/`-separated path in its source, not encoded; its last segment is the name where the name can be a path segment. */
  skillPath: string
  /** The path of its folder, where that is another (name and folder differ). */
  folderPath?: string
  /** The files, where the listing tells them at no cost. */
  files?: SkillFile[] | 'dynamic'
}

/** A skill as SEP-2640 describes it: complete and verifiable. */
export interface SkillEntry extends SkillSummary {
  /** Every file of the skill, sorted by path, or `dynamic` where the source can give no stable digests. */
  files: SkillFile[] | 'dynamic'
  /** Of a `dynamic` skill: paths that its source names, to be shown and not to be relied on; there may be others. */
  knownPaths?: string[]
  diagnostics: Diagnostic[]
}

/** The skills of a source. */
export interface SourceListing {
  skills: SkillSummary[]
  /** All that was skipped, repaired, shadowed or refused, with paths relative to the source. */
  diagnostics: Diagnostic[]
}

/** What every call of a source may be given. */
export interface SourceCallOptions {
  signal?: AbortSignal | undefined
  /** Read under this entry, not under whatever the source shows now (SEP-2640: reads are bound to the entry in use). */
  held?: SkillEntry | undefined
  /** Ask the place itself, do not answer from what it said before. */
  fresh?: boolean | undefined
}

/** How a skill's listing and files are obtained from one place. Implementations: this folder; wrappers: `trust/`. */
export interface SkillSource {
  /** Given by the host, never taken from the place itself; `^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$`. */
  readonly label: string
  readonly kind: SourceKind
  /** Which place it is, beside its label: an MCP server's command or URL. Approvals and cached bytes do not outlive a change. */
  readonly endpoint?: string
  /** All skills that the source shows. A listing that could not be complete says so in a diagnostic. */
  list(options?: SourceCallOptions): Promise<SourceListing>
  /** One skill with its files and digests, listed or not; `undefined` where there is none at that path. */
  get(skillPath: string, options?: SourceCallOptions): Promise<SkillEntry | undefined>
  /**
   * The raw bytes of one file.
   *
   * @throws SkillwayError `SKILL_NOT_FOUND`, `REFERENCE_NOT_FOUND`, `REFERENCE_IS_DIRECTORY`, `NOT_A_FILE`, `TOO_LARGE`
   */
  read(skillPath: string, filePath: string, options?: SourceCallOptions): Promise<Uint8Array>
  /** Calls `onChange` after something that `list` or `get` shows may have changed; returns how to stop. */
  watch?(onChange: () => void): () => void
  /**
   * Records that a person approved exactly the entry with this fingerprint for loading; for hosts, out of reach of models.
   *
   * @throws SkillwayError `APPROVAL_REFUSED`
   */
  approve?(entry: SkillEntry, fingerprint: string): Promise<void>
  /** Releases watchers, connections and processes. */
  close?(): Promise<void>
}
