import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { type DiagnosticCode, diagnostic } from '../../skill/diagnostic.ts'
import { digestOf } from '../../skill/digest.ts'
import { LIMITS } from '../../skill/limits.ts'
import { parseBelow, parseSkill } from '../../skill/parse.ts'
import type { SkillHead } from '../../skill/types.ts'
import { visible } from '../../text/visible.ts'
import { joined } from '../complete-entry.ts'
import type { Child } from './folder-facts.ts'
import type { OpenFile } from './folder.ts'
import { type Opened, openInside, type Refusal, type TopFolder } from './open-inside.ts'
import { type FileSnapshot, readOpenFile } from './read-open-file.ts'
import { refusalDiagnostic } from './refusal-diagnostic.ts'
import type { ContentsWalk } from './skill-contents.ts'
import type { HeadFacts } from './skill-head.ts'
import { isSameStamp, lstatOrNothing, neverTrue, type Stamp, stampOf, type Witness } from './stamp.ts'

interface WalkedFile {
  /** The folder that holds it. */
  folder: TopFolder
  /** Its path in the skill. */
  path: readonly string[]
  child: Child
}

/** Bytes of one skill that are hashed; a skill with more is not published anyway. */
const MAX_HASHED_BYTES = 4 * LIMITS.skillBytes
/** How often a file that changes while it is read is tried. */
const TRIES = 3

/** Adds one file to the contents of its skill, or says why it is not served. */
export function readSkillFile(walk: ContentsWalk, file: WalkedFile): void {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const opened = openFile(walk, file)
    if (opened.refused !== undefined) return refuse(walk, file, opened.refused)
    try {
      if (addFile(walk, file, opened)) return
    } finally {
      closeSync(opened.file.descriptor)
    }
  }
  leaveOut(walk, neverTrue(realPathOf(file)))
  note(walk, 'FILE_UNREADABLE', file.path, 'The file changes faster than it can be read')
}

/** Adds a finding about something in the skill. */
export function note(
  walk: ContentsWalk,
  code: DiagnosticCode,
  path: readonly string[],
  message: string,
  hint?: string,
): void {
  const finding = diagnostic(code, shownPath(walk, path), message, hint === undefined ? {} : { hint })
  walk.contents.diagnostics.push(finding)
}

function openFile(walk: ContentsWalk, { folder, path, child }: WalkedFile): Opened {
  return child.kind === 'link' ? walk.open.open(path) : openInside(folder, [child.name])
}

function refuse(walk: ContentsWalk, file: WalkedFile, refusal: Refusal): void {
  walk.contents.diagnostics.push(refusalDiagnostic(refusal, shownPath(walk, file.path)))
  if (refusal === 'unreadable') leaveOut(walk, neverTrue(realPathOf(file)))
  else addWitness(walk, realPathOf(file))
}

/** Adds an open file; false if it changed while it was read. */
function addFile(
  walk: ContentsWalk,
  at: WalkedFile,
  { file, realPath }: Extract<Opened, { file: OpenFile }>,
): boolean {
  const { size } = file.stat
  const { contents } = walk
  if (at.child.kind === 'link') addWitness(walk, realPathOf(at))
  if (size > LIMITS.fileBytes || walk.bytes + size > MAX_HASHED_BYTES) {
    const message = `The file has ${size} bytes, which is more than is listed of one file or skill`
    leaveOut(walk, { path: realPath, stamp: stampOf(file.stat, Date.now()) })
    note(walk, 'SKILL_TOO_LARGE', at.path, message, 'Move large files out of the skill.')
    return true
  }
  const snapshot = readOpenFile(file, walk.memory)
  if (snapshot === undefined) return false
  walk.bytes += size
  contents.witnesses.push({ path: realPath, stamp: snapshot.stamp })
  contents.files.push({ path: at.path.join('/'), size, digest: digestOf(snapshot.bytes) })
  if (at.path.length === 1 && at.child.name === 'SKILL.md') parseWhole(walk, snapshot)
  if (isLameScript(at.path, snapshot.bytes, file.stat.mode)) {
    const hint = `Make it executable: chmod +x ${at.path.join('/')}`
    note(walk, 'SCRIPT_NOT_EXECUTABLE', at.path, 'The script has a #! line but is not executable', hint)
  }
  return true
}

function parseWhole({ contents, skill }: ContentsWalk, { bytes, stamp }: FileSnapshot): void {
  const { head } = skill
  contents.skillFile = stamp
  const isKnown = isCertainlySame(head, stamp)
  const { skill: document, diagnostics } =
    bytes.length > LIMITS.skillFileBytes ? head.parsed : documentOf(head, bytes, isKnown)
  contents.listable = document?.listable === true
  if (!isKnown) contents.head = document && headOf(document)
  contents.diagnostics.push(...diagnostics)
}

/** A head that certainly belongs to these bytes is not read again. */
function documentOf({ at, parsed, body }: HeadFacts, bytes: Uint8Array, isKnown: boolean) {
  return isKnown && body !== undefined ? parseBelow({ ...parsed, body }, bytes, at) : parseSkill(bytes, at)
}

function isCertainlySame({ witnesses }: HeadFacts, stamp: Stamp): boolean {
  const known = witnesses.at(-1)?.stamp
  return known?.settled === true && isSameStamp(known, stamp)
}

function headOf({ name, description, frontmatter, form, listable }: SkillHead): SkillHead {
  return { name, description, frontmatter, form, listable }
}

function isLameScript(path: readonly string[], bytes: Uint8Array, mode: number): boolean {
  const script = path[0] === 'scripts' && bytes[0] === HASH && bytes[1] === BANG
  return script && (mode & EXECUTABLE) === 0 && process.platform !== 'win32'
}

const [HASH, BANG] = [0x23, 0x21]
const EXECUTABLE = 0o111

function leaveOut({ contents }: ContentsWalk, witness: Witness): void {
  contents.complete = false
  contents.witnesses.push(witness)
}

function addWitness({ contents }: ContentsWalk, path: string): void {
  const stat = lstatOrNothing(path)
  contents.witnesses.push(stat === undefined ? neverTrue(path) : { path, stamp: stampOf(stat, Date.now()) })
}

function realPathOf({ folder, child }: WalkedFile): string {
  return join(folder.realPath, child.name)
}

function shownPath({ skill }: ContentsWalk, path: readonly string[]): string {
  return joined(skill.shownPath, visible(path.join('/')))
}
