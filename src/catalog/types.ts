import type { Diagnostic } from '../skill/diagnostic.ts'
import type { FileContent } from '../skill/content.ts'
import type { Frontmatter, SkillFile } from '../skill/types.ts'
import type { SkillEntry, SkillSource, SkillSummary, SourceKind } from '../sources/types.ts'
import type { Location } from './locate.ts'

/** Which source a skill comes from. */
export interface SourceName {
  label: string
  kind: SourceKind
}

/** A skill as the catalog shows it. */
export interface CatalogSkill {
  name: string
  description: string
  /** The canonical URI of the skill; it always means this skill and no other. */
  uri: string
  source: SourceName
  frontmatter: Frontmatter
  listable: boolean
  /** URIs of the other skills that have the same name, best first, 20 at the most. */
  collisions: string[]
}

/** A skill of the catalog together with where it comes from; internal to the layers above sources. */
export interface PlacedSkill extends CatalogSkill {
  /** Path in the catalog: the source's mount and the skill's path there. */
  path: string
  from: SkillSource
  summary: SkillSummary
}

/** How a reference found its skill, in the order in which the ways are tried. */
export type ResolvedBy = 'path' | 'mount' | 'name' | 'folder' | 'unlisted' | 'legacy' | 'guess'

/** What a reference was found to mean. */
export interface Resolution {
  skill: PlacedSkill
  /** The file in the skill, where the reference names one other than its `SKILL.md`. */
  filePath: string | undefined
  by: ResolvedBy
  diagnostics: Diagnostic[]
}

/** Which skills a listing gives. */
export interface ListOptions {
  /** Only skills that match these words, best first. */
  query?: string | undefined
  /** Only skills of the source with this label. */
  source?: string | undefined
  /** Skills to leave out at the beginning. Default 0. */
  offset?: number | undefined
  /** Skills to give at the most. Default all. */
  limit?: number | undefined
  signal?: AbortSignal | undefined
}

/** Skills, and all that was skipped, repaired, shadowed or refused on the way to them. */
export interface CatalogListing {
  skills: CatalogSkill[]
  /** How many skills fit the query and the source, whatever `offset` and `limit` are. */
  total: number
  diagnostics: Diagnostic[]
}

/** How a skill is loaded. */
export interface LoadOptions {
  /** One string, put into the skill's placeholders. Default: none, nothing is replaced. */
  arguments?: string | undefined
  /** `bash`: `$1` is the first argument; `claude`: `$0` is. Default `bash`. */
  dialect?: 'bash' | 'claude' | undefined
  /** The entry under which the skill was loaded before; content that it does not promise is refused (SEP-2640, acting window). */
  held?: SkillEntry | undefined
  signal?: AbortSignal | undefined
}

/** A file of a skill, with its media type. */
export interface LoadedFile extends SkillFile {
  mimeType: string
}

/** A loaded skill, or a loaded text file of one. */
export interface LoadedSkill {
  name: string
  uri: string
  source: SourceName
  frontmatter: Frontmatter
  /** What follows the frontmatter, as it stands in the file. */
  body: string
  /** The instructions for the model: the body with arguments put in, and its origin around it where it is remote. */
  text: string
  /** `dynamic` where the source publishes no digests. */
  files: LoadedFile[] | 'dynamic'
  diagnostics: Diagnostic[]
  /** Set where the reference named a file other than `SKILL.md`. */
  filePath?: string
  /** The entry that was used; later reads of the same skill are bound to it. */
  entry: SkillEntry
}

/** Which file is read, and under which entry. */
export interface ReadOptions {
  /** A file of the skill that the reference means: its path taken literally, never percent-decoded. */
  file?: string | undefined
  /** The entry under which the skill was loaded; a file that it does not promise is refused (SEP-2640, acting window). */
  held?: SkillEntry | undefined
  signal?: AbortSignal | undefined
}

/** A file of a skill that was read. */
export interface ReadFile {
  uri: string
  name: string
  source: SourceName
  path: string
  bytes: Uint8Array
  content: FileContent
}

/** The files of a skill. */
export interface SkillTree {
  name: string
  uri: string
  source: SourceName
  files: LoadedFile[] | 'dynamic'
  diagnostics: Diagnostic[]
}

/** A skill that fits a query. */
export interface SearchHit extends CatalogSkill {
  /** Higher is better; comparable within one answer only. */
  score: number
}

/** How a reference is understood and what is known about its skill. */
export interface Explanation {
  reference: string
  uri: string
  name: string
  source: SourceName
  file: string | null
  resolvedBy: ResolvedBy
  /** URIs of skills with the same name that this one wins over when only the name is given. */
  shadows: string[]
  /** URI of the skill that wins over this one when only the name is given. */
  shadowedBy: string | null
  listable: boolean
  /** Why it is not listable, or what was repaired or noticed. */
  diagnostics: Diagnostic[]
}

/** All sources seen as one. Everything that serves or prints skills talks to this and to nothing below it. */
export interface Catalog {
  readonly sources: readonly SkillSource[]
  /** All skills, or those that fit. What is wrong with a skill or a source is among the diagnostics, and hides no other. */
  list(options?: ListOptions): Promise<CatalogListing>
  /**
   * A skill's instructions with arguments put in, or a text file of it. Nothing in a skill is run by that.
   *
   * @throws SkillwayError `SKILL_NOT_FOUND`, `SKILL_AMBIGUOUS`, `SKILL_NOT_LOADABLE`, and those of reading and parsing
   */
  load(reference: string, options?: LoadOptions): Promise<LoadedSkill>
  /**
   * A file of a skill, as it stands; a reference to the skill itself means its `SKILL.md`.
   *
   * @throws SkillwayError as `load`, and `REFERENCE_NOT_FOUND`, `REFERENCE_IS_DIRECTORY`, `NOT_A_FILE`, `TOO_LARGE`
   */
  read(reference: string, options?: ReadOptions): Promise<ReadFile>
  /** The files of a skill, with sizes and digests. */
  tree(reference: string, options?: { signal?: AbortSignal | undefined }): Promise<SkillTree>
  /** Skills that fit a few words in their names, descriptions and metadata, best first. `limit` is 10 by default. */
  search(
    query: string,
    options?: { limit?: number | undefined; signal?: AbortSignal | undefined },
  ): Promise<SearchHit[]>
  /** How a reference is understood, what it hides or is hidden by, and what was noticed. */
  explain(reference: string, options?: { signal?: AbortSignal | undefined }): Promise<Explanation>
  /** The skill, and the file in it, that a reference means; for layers that go on to its source. */
  resolve(reference: string, options?: { signal?: AbortSignal | undefined }): Promise<Resolution>
  /** What a canonical URI means to the protocol: no names, no guesses; `undefined` for any other spelling. */
  locate(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<Location | undefined>
  /** Every skill with its source, as `list` orders them; the same array while nothing changed. */
  placed(options?: { signal?: AbortSignal | undefined }): Promise<readonly PlacedSkill[]>
  /** Calls `onChange` after what the catalog shows may have changed; returns how to stop. */
  watch(onChange: () => void): () => void
  /** Closes all sources: watchers, connections, programs. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
