import type { Diagnostic } from '../../skill/diagnostic.ts'
import type { FolderFacts } from './folder-facts.ts'
import type { Opening } from './folder.ts'
import type { LinkTarget } from './link-areas.ts'
import type { Pace } from './pace.ts'
import type { HeadFacts } from './skill-head.ts'
import type { Witness } from './stamp.ts'

/** Where reading a skill starts: a folder with a real path, and the way from there without links. */
export interface Anchor {
  realPath: string
  below: readonly string[]
  /** The link directly below a root that led here. */
  link?: Witness
}

/** A folder with a `SKILL.md`. */
export interface FoundSkill {
  /** Index of its root. */
  root: number
  /** `/`-separated, relative to the root; for a root that is itself a skill, its name. */
  folderPath: string
  /** Where diagnostics place the folder. */
  shownPath: string
  /** The nearest folder with a `SKILL.md` that holds this one. */
  enclosing: FoundSkill | undefined
  realPath: string
  /** The folder that links of `SKILL.md` may not leave: the root, or where a linked folder really is. */
  anchor: Anchor
  /** From the anchor's end to this folder. */
  inner: readonly string[]
  head: HeadFacts
}

/** What a scan knows, for the one after it; keys are real paths. */
export interface ScanMemory {
  /** Every folder that was looked into. */
  folders: Map<string, FolderFacts>
  heads: Map<string, HeadFacts>
}

export interface Scan {
  /** Roots in order, folders before what they hold, names in order of their code units; no real folder twice. */
  skills: FoundSkill[]
  diagnostics: Diagnostic[]
  /** Paths that are missing now and would matter if they came to be: roots, targets of links. */
  awaited: string[]
  /** The real path of every root that exists, by index. */
  realRoots: Map<number, Witness>
  memory: ScanMemory
}

/** What all parts of one scan share. */
export interface ScanState extends Scan {
  known: ScanMemory
  opening: Opening
  pace: Pace
  ahead: (realPath: string) => void
  linkTarget: (target: string) => LinkTarget | undefined
  /** Roots of which it is already said that they are too deep. */
  tooDeep: Set<number>
  /** Links that are not followed; worth a word if they lead to a skill that is found nowhere else. */
  unfollowed: { realPath: string; shownPath: string }[]
}
