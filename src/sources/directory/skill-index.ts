import { posix } from 'node:path'
import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import type { SkillHead } from '../../skill/types.ts'
import { quote } from '../../text/quote.ts'
import type { SourceListing } from '../types.ts'
import type { FoundSkill, Scan } from './scan-types.ts'
import { type ServedSkill, servedSkills, type ShadowedSkill } from './served-skills.ts'

/** What a scan has found, put in order. */
export interface SkillIndex {
  scan: Scan
  served: Map<string, ServedSkill>
  shadowed: ShadowedSkill[]
  /** For each shadowed skill, whether it is a copy of the one that shadows it. */
  copies: boolean[]
  /** What the scan has said of a folder and of what is directly in it, by where diagnostics place the folder. */
  about: Map<string, Diagnostic[]>
  /** The same object as long as nothing that it shows has changed. */
  listing: SourceListing
  /** The watch's epoch before the scan. */
  epoch: number
}

export interface IndexOptions {
  headOf(skill: FoundSkill): SkillHead | undefined
  /** True if two skills have the same files with the same bytes. */
  isCopy(one: FoundSkill, other: FoundSkill): Promise<boolean>
  /** What else the listing must say. */
  notes: Diagnostic[]
}

export async function buildIndex(scan: Scan, options: IndexOptions): Promise<SkillIndex> {
  const { served, shadowed, diagnostics } = servedSkills(scan.skills, options.headOf)
  const copies = await findCopies(shadowed, options)
  const listing = {
    skills: Array.from(served.values(), ({ summary }) => summary),
    diagnostics: [
      ...scan.diagnostics,
      ...scan.skills.flatMap(({ head }) => head.parsed.diagnostics),
      ...diagnostics,
      ...Array.from(served.values(), ({ notes }) => notes).flat(),
      ...shadowed.filter((_, index) => !copies[index]).map(shadowNote),
      ...options.notes,
    ],
  }
  return { scan, served, shadowed, copies, listing, about: byFolder(scan.diagnostics), epoch: 0 }
}

/** The index with what a later scan has found, if that is just the same; else `undefined`. */
export async function confirmedIndex(
  index: SkillIndex,
  scan: Scan,
  options: IndexOptions,
): Promise<SkillIndex | undefined> {
  const { scan: before, listing, copies } = index
  const noted = listing.diagnostics.slice(listing.diagnostics.length - options.notes.length)
  const same =
    before.skills.length === scan.skills.length &&
    before.skills.every((skill, at) => isSameSkill(skill, scan.skills[at]!)) &&
    JSON.stringify(before.diagnostics) === JSON.stringify(scan.diagnostics) &&
    JSON.stringify(noted) === JSON.stringify(options.notes)
  if (!same) return undefined
  for (const [at, skill] of before.skills.entries()) {
    skill.head = scan.skills[at]!.head
    skill.anchor = scan.skills[at]!.anchor
  }
  const copiesNow = await findCopies(index.shadowed, options)
  if (copiesNow.some((copy, at) => copy !== copies[at])) return undefined
  return { ...index, scan: { ...scan, skills: before.skills } }
}

function byFolder(diagnostics: readonly Diagnostic[]): Map<string, Diagnostic[]> {
  const about = new Map<string, Diagnostic[]>()
  for (const finding of diagnostics) {
    const parent = posix.dirname(finding.path)
    for (const folder of new Set([finding.path, parent === '.' ? '' : parent])) {
      const known = about.get(folder)
      if (known === undefined) about.set(folder, [finding])
      else known.push(finding)
    }
  }
  return about
}

function isSameSkill(one: FoundSkill, other: FoundSkill): boolean {
  return (
    one.head.parsed === other.head.parsed &&
    one.realPath === other.realPath &&
    one.root === other.root &&
    one.shownPath === other.shownPath &&
    one.folderPath === other.folderPath
  )
}

async function findCopies(shadowed: ShadowedSkill[], { isCopy }: IndexOptions): Promise<boolean[]> {
  const copies: boolean[] = []
  for (const { skill, winner } of shadowed) copies.push(await isCopy(skill, winner.found))
  return copies
}

function shadowNote({ skill, winner }: ShadowedSkill): Diagnostic {
  const { summary, found } = winner
  const message = `Skill ${quote(summary.skillPath)} is hidden by the one in ${quote(found.head.at.path)}, whose root comes first`
  return diagnostic('NAME_SHADOWED', skill.head.at.path, message, {
    hint: 'Rename or remove one of the two.',
  })
}
