import { diagnostic } from '../../skill/diagnostic.ts'
import { LIMITS } from '../../skill/limits.ts'
import { joined } from '../complete-entry.ts'
import { failureCode, failureReason } from './failure-reason.ts'
import { type FolderBelow, type FolderFacts, folderFacts } from './folder-facts.ts'
import type { TopFolder } from './open-inside.ts'
import { type Budget, reportDepth, reportNames, spend } from './scan-reports.ts'
import type { Anchor, FoundSkill, ScanState } from './scan-types.ts'
import { skillHead } from './skill-head.ts'

/** A folder that is looked into, and how it was reached. */
export interface ScanPlace {
  own: TopFolder
  root: number
  /** The name it goes by; for a root, the last segment of its path. */
  folderName: string
  /** `/`-separated, relative to the root. */
  folderPath: string
  /** Where diagnostics place it. */
  shownPath: string
  /** Levels below the root. */
  depth: number
  anchor: Anchor
  /** Where the anchor ends, and the way from there. */
  top: TopFolder
  inner: readonly string[]
  enclosing: FoundSkill | undefined
  budgets: readonly Budget[]
}

/** Folders inside one skill that are searched for nested skills; one with more must not starve its siblings. */
const FOLDERS_PER_SKILL = 1000
/** Folders below one folder of a root; the same for large trees that are no skills. */
const FOLDERS_PER_TOP = 50_000

/** Names of a folder that are looked at. */
const NAMES_PER_FOLDER = 20_000
const NAMES_PER_ROOT = 100_000

/** Looks for skills in a folder and below; no real folder is looked into twice, however many ways lead to it. */
export async function scanFolder(state: ScanState, place: ScanPlace): Promise<void> {
  if (state.memory.folders.has(place.own.realPath)) return
  if (state.pace.isDue()) await state.pace.breathe()
  const facts = lookInto(state, place)
  if (facts === undefined) return
  reportNames(state, place, facts)
  const skill = facts.skillFile === undefined ? undefined : addSkill(state, place, facts)
  if (place.depth >= LIMITS.scanDepth) return reportDepth(state, place, facts)
  if (facts.folders.length === 0) return
  const budgets = skill === undefined ? place.budgets : [...place.budgets, skillBudget(skill)]
  const inside = {
    ...place,
    folderPath: skill?.folderPath ?? place.folderPath,
    enclosing: skill ?? place.enclosing,
  }
  for (const below of facts.folders) {
    const own = place.depth === 0 ? [...budgets, topBudget(joined(place.shownPath, below.name))] : budgets
    if (!spend(state, budgets)) return
    await scanChild(state, { ...inside, budgets: own }, below)
  }
}

async function scanChild(
  state: ScanState,
  parent: ScanPlace,
  { name, realPath }: FolderBelow,
): Promise<void> {
  const folder = parent.own.folder.folder(name)
  try {
    await scanFolder(state, {
      ...parent,
      own: { folder, realPath },
      folderName: name,
      folderPath: joined(parent.folderPath, name),
      shownPath: joined(parent.shownPath, name),
      depth: parent.depth + 1,
      inner: [...parent.inner, name],
    })
  } finally {
    folder.close()
  }
}

function lookInto(state: ScanState, { own, shownPath, depth }: ScanPlace): FolderFacts | undefined {
  state.ahead(own.realPath)
  try {
    const known = state.known.folders.get(own.realPath)
    const max = depth === 0 ? NAMES_PER_ROOT : NAMES_PER_FOLDER
    const facts = folderFacts(own.folder, own.realPath, { known, max })
    state.memory.folders.set(own.realPath, facts)
    return facts
  } catch (error) {
    const code = failureCode(error)
    if (code === 'ENOENT') return undefined
    const message = `The folder cannot be read: ${failureReason(code)}`
    const hint = 'Let whoever runs Skillway read the folder.'
    state.diagnostics.push(diagnostic('DIR_UNREADABLE', shownPath, message, { hint }))
    return undefined
  }
}

function addSkill(state: ScanState, place: ScanPlace, facts: FolderFacts): FoundSkill {
  const { own, root, folderName, shownPath, enclosing, anchor, top, inner } = place
  const at = { path: joined(shownPath, 'SKILL.md'), folderName }
  const head = skillHead({ at, kind: facts.skillFile, own, top, inner }, state.known.heads.get(own.realPath))
  state.memory.heads.set(own.realPath, head)
  const folderPath = place.folderPath === '' ? folderName : place.folderPath
  const skill = { root, folderPath, shownPath, enclosing, realPath: own.realPath, anchor, inner, head }
  state.skills.push(skill)
  return skill
}

function topBudget(shownPath: string): Budget {
  return { left: FOLDERS_PER_TOP, most: FOLDERS_PER_TOP, what: 'folders', shownPath }
}

function skillBudget({ shownPath }: FoundSkill): Budget {
  return { left: FOLDERS_PER_SKILL, most: FOLDERS_PER_SKILL, what: 'folders inside the skill', shownPath }
}
