import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../skill/limits.ts'
import { parseSkillHead } from '../../skill/parse-head.ts'
import type { HeadReading } from '../../skill/read-head.ts'
import type { Parsed, SkillHead } from '../../skill/types.ts'
import { skillFileTooLarge } from '../name-findings.ts'
import type { FolderFacts } from './folder-facts.ts'
import type { OpenFile } from './folder.ts'
import { openInside, type TopFolder } from './open-inside.ts'
import { fill } from './read-open-file.ts'
import { refusalDiagnostic } from './refusal-diagnostic.ts'
import { lstatOrNothing, stampOf, stillTrue, type Witness } from './stamp.ts'

/** What the head of a `SKILL.md` tells, and under which stamps it was read. */
export interface HeadFacts {
  parsed: Parsed<SkillHead>
  /** Where the body begins. `undefined` where there is no head, or the body is put together from all of the file. */
  body: { start: number; line: number } | undefined
  /** The file, and before it the link that leads to it where it is one. Empty if nothing could be read. */
  witnesses: Witness[]
  /** Where diagnostics place the file, and the name of its folder. */
  at: SkillFileName
}

interface SkillFileName {
  path: string
  folderName: string
}

export interface SkillFilePlace {
  at: SkillFileName
  kind: FolderFacts['skillFile']
  /** The skill's folder. */
  own: TopFolder
  /** The folder that a `SKILL.md` which is a link may not leave, and the way from there. */
  top: TopFolder
  inner: readonly string[]
}

/** What is read of a `SKILL.md` at first; nearly every head ends before. */
const FIRST_PART = 8 * 1024
const room = new Uint8Array(LIMITS.skillFileBytes)

/** The head of a `SKILL.md`: the known one if the file is certainly the same, else it is read as far as need be. */
export function skillHead(place: SkillFilePlace, known: HeadFacts | undefined): HeadFacts {
  const { at } = place
  const same = known !== undefined && known.at.path === at.path && known.at.folderName === at.folderName
  if (same && known.witnesses.length > 0 && stillTrue(known.witnesses)) return known
  const facts = readFacts(place)
  const unchanged = same && JSON.stringify(known.parsed) === JSON.stringify(facts.parsed)
  return unchanged ? { ...facts, parsed: known.parsed } : facts
}

function readFacts({ at, kind, own, top, inner }: SkillFilePlace): HeadFacts {
  const link = kind === 'link' ? linkWitness(join(own.realPath, 'SKILL.md')) : undefined
  const opened = link === undefined ? openInside(own, ['SKILL.md']) : openInside(top, [...inner, 'SKILL.md'])
  if (opened.refused !== undefined) {
    const diagnostics = [refusalDiagnostic(opened.refused, at.path)]
    return { at, parsed: { skill: undefined, diagnostics }, body: undefined, witnesses: [] }
  }
  const { file, realPath } = opened
  try {
    const witness = { path: realPath, stamp: stampOf(file.stat, Date.now()) }
    const { skill, diagnostics, body } = readFileHead(file, at)
    return {
      at,
      parsed: { skill, diagnostics },
      body: skill !== undefined && 'start' in body ? body : undefined,
      witnesses: link === undefined ? [witness] : [link, witness],
    }
  } finally {
    closeSync(file.descriptor)
  }
}

function linkWitness(path: string): Witness | undefined {
  const stat = lstatOrNothing(path)
  return stat === undefined ? undefined : { path, stamp: stampOf(stat, Date.now()) }
}

function readFileHead(file: OpenFile, at: SkillFileName): HeadReading {
  const { size } = file.stat
  if (size > LIMITS.skillFileBytes) {
    return { skill: undefined, diagnostics: [skillFileTooLarge(at.path, size)], body: { text: '' } }
  }
  for (let end = FIRST_PART; ; end *= 4) {
    const length = fill(file.descriptor, room.subarray(0, Math.min(end, size)))
    const complete = end >= size
    const head = parseSkillHead(room.subarray(0, length), { ...at, complete })
    if (head !== undefined) return head
    if (complete) throw new Error('A complete SKILL.md must give a result')
  }
}
