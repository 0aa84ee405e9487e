import type { SkillFile, SkillHead } from '../../skill/types.ts'
import type { Diagnostic } from '../../skill/diagnostic.ts'
import type { KeptContents } from './contents-cache.ts'
import { type Child, type ChildKind, factsOf } from './folder-facts.ts'
import type { ScanMemory } from './scan-types.ts'
import type { HeadFacts } from './skill-head.ts'
import type { Stamp, Witness } from './stamp.ts'

/** Device, inode, size, times of modification and of change; all of them settled. */
type StampRow = [number, number, number, number, number]
/** A path, without the folder that the row is about where it lies in it, and its stamp. */
type WitnessRow = [path: string, stamp: StampRow]
type HeadPart = [
  path: string,
  folderName: string,
  witnesses: WitnessRow[],
  skill: SkillHead | null,
  diagnostics: Diagnostic[],
  body: HeadFacts['body'] | null,
]
type FolderRow = [realPath: string, stamp: StampRow, children: string, complete: boolean, head?: HeadPart]
type ContentsRow = [
  realPath: string,
  shownPath: string,
  files: SkillFile[],
  diagnostics: Diagnostic[],
  complete: boolean,
  witnesses: WitnessRow[],
  skillFile: StampRow | null,
  listable: boolean,
  head: SkillHead | null,
]

const LETTERS = { file: 'f', folder: 'd', link: 'l', special: 's' } as const
const KINDS: Record<string, ChildKind> = { f: 'file', d: 'folder', l: 'link', s: 'special' }

/** What a scan has learnt, without what could be untrue without its stamp saying so. */
export function* headRows({ folders, heads }: ScanMemory): Generator<FolderRow> {
  for (const [realPath, { stamp, children, complete }] of folders) {
    if (!stamp.settled) continue
    const names = children.map(({ name, kind }) => LETTERS[kind] + name).join('/')
    const head = headPart(realPath, heads.get(realPath))
    yield head === undefined
      ? [realPath, stampRow(stamp), names, complete]
      : [realPath, stampRow(stamp), names, complete, head]
  }
}

/** Rows that `headRows` gave, in another process. */
export function fromHeadRows(rows: readonly unknown[]): ScanMemory {
  const memory: ScanMemory = { folders: new Map(), heads: new Map() }
  for (const [realPath, stamp, children, complete, head] of rows as FolderRow[]) {
    const facts = { stamp: stampFrom(stamp), children: childrenFrom(children), complete }
    memory.folders.set(realPath, factsOf(realPath, facts))
    if (head !== undefined) memory.heads.set(realPath, headFrom(realPath, head))
  }
  return memory
}

/** The files of skills, without those of which one could be untrue without its stamp saying so. */
export function* contentsRows(kept: ReadonlyMap<string, KeptContents>): Generator<ContentsRow> {
  for (const [realPath, { shownPath, contents }] of kept) {
    const { files, diagnostics, complete, witnesses, skillFile, listable, head = null } = contents
    if (!witnesses.every(({ stamp }) => stamp.settled)) continue
    const seen = witnesses.map((witness) => witnessRow(realPath, witness))
    const document = skillFile === undefined ? null : stampRow(skillFile)
    yield [realPath, shownPath, files, diagnostics, complete, seen, document, listable, head]
  }
}

/** Rows that `contentsRows` gave, in another process. */
export function fromContentsRows(rows: readonly unknown[]): Map<string, KeptContents> {
  const kept = new Map<string, KeptContents>()
  for (const row of rows as ContentsRow[]) {
    const [realPath, shownPath, files, diagnostics, complete, seen, skillFile, listable, head] = row
    const contents = {
      files,
      diagnostics,
      complete,
      witnesses: seen.map((witness) => witnessFrom(realPath, witness)),
      skillFile: skillFile === null ? undefined : stampFrom(skillFile),
      listable,
      head: head ?? undefined,
    }
    kept.set(realPath, { shownPath, contents })
  }
  return kept
}

function headPart(realPath: string, facts: HeadFacts | undefined): HeadPart | undefined {
  if (facts === undefined || facts.witnesses.length === 0) return undefined
  const { at, parsed, body = null, witnesses } = facts
  const { skill = null, diagnostics } = parsed
  if (!witnesses.every(({ stamp }) => stamp.settled)) return undefined
  const seen = witnesses.map((witness) => witnessRow(realPath, witness))
  return [at.path, at.folderName, seen, skill, diagnostics, body]
}

function headFrom(realPath: string, [path, folderName, seen, skill, diagnostics, body]: HeadPart): HeadFacts {
  return {
    at: { path, folderName },
    parsed: { skill: skill ?? undefined, diagnostics },
    body: body ?? undefined,
    witnesses: seen.map((witness) => witnessFrom(realPath, witness)),
  }
}

function childrenFrom(names: string): Child[] {
  if (names === '') return []
  return names.split('/').map((name) => ({ name: name.slice(1), kind: KINDS[name[0]!]! }))
}

function witnessRow(realPath: string, { path, stamp }: Witness): WitnessRow {
  return [path.startsWith(realPath) ? `.${path.slice(realPath.length)}` : path, stampRow(stamp)]
}

function witnessFrom(realPath: string, [path, stamp]: WitnessRow): Witness {
  return { path: path.startsWith('.') ? realPath + path.slice(1) : path, stamp: stampFrom(stamp) }
}

function stampRow({ device, inode, size, modified, changed }: Stamp): StampRow {
  return [device, inode, size, modified, changed]
}

function stampFrom([device, inode, size, modified, changed]: StampRow): Stamp {
  return { device, inode, size, modified, changed, settled: true }
}
