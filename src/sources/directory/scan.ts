import { realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { diagnostic } from '../../skill/diagnostic.ts'
import { quote } from '../../text/quote.ts'
import { failureCode, failureReason } from './failure-reason.ts'
import { type Opening, openFolder } from './folder.ts'
import { linkAreas } from './link-areas.ts'
import type { Pace } from './pace.ts'
import type { DirectoryRoot } from './roots.ts'
import { scanFolder } from './scan-folder.ts'
import { reportUnfollowed, scanLinks } from './scan-links.ts'
import type { Scan, ScanMemory, ScanState } from './scan-types.ts'
import { stampOf } from './stamp.ts'

export interface ScanOptions {
  roots: readonly DirectoryRoot[]
  opening: Opening
  pace: Pace
  /** From the scan before: what has not changed since is not read again. */
  known: ScanMemory
  /** Told of every folder before it is looked into. */
  ahead(realPath: string): void
}

/** Folders of one root that are looked into. */
const FOLDERS_PER_ROOT = 200_000

/** Looks for skills in all roots. */
export async function scanRoots({ roots, opening, pace, known, ahead }: ScanOptions): Promise<Scan> {
  const state: ScanState = {
    skills: [],
    diagnostics: [],
    awaited: [],
    realRoots: new Map(),
    memory: { folders: new Map(), heads: new Map() },
    known,
    opening,
    pace,
    ahead,
    linkTarget: () => undefined,
    tooDeep: new Set(),
    unfollowed: [],
  }
  for (const [index, root] of roots.entries()) locateRoot(state, { index, root, single: roots.length === 1 })
  state.linkTarget = linkAreas(Array.from(state.realRoots.values(), ({ path }) => path))
  for (const [index, { path }] of state.realRoots) {
    await scanRoot(state, { index, root: roots[index]!, realPath: path, single: roots.length === 1 })
  }
  reportUnfollowed(state)
  return state
}

async function scanRoot(
  state: ScanState,
  {
    index,
    root,
    realPath,
    single,
  }: { index: number; root: DirectoryRoot; realPath: string; single: boolean },
): Promise<void> {
  const shownPath = single ? '' : root.shown
  const top = { folder: openFolder(realPath, state.opening), realPath }
  const budget = { left: FOLDERS_PER_ROOT, most: FOLDERS_PER_ROOT, what: 'folders of the root', shownPath }
  const place = {
    own: top,
    root: index,
    folderName: basename(root.path),
    folderPath: '',
    shownPath,
    depth: 0,
    anchor: { realPath, below: [] },
    top,
    inner: [],
    enclosing: undefined,
    budgets: [budget],
  }
  try {
    await scanFolder(state, place)
    await scanLinks(state, place)
  } finally {
    top.folder.close()
  }
}

function locateRoot(
  state: ScanState,
  { index, root, single }: { index: number; root: DirectoryRoot; single: boolean },
): void {
  const shown = single ? '' : root.shown
  try {
    const realPath = realpathSync.native(root.path)
    const stat = statSync(realPath)
    if (stat.isDirectory()) {
      state.realRoots.set(index, { path: realPath, stamp: stampOf(stat, Date.now()) })
      return
    }
    const message = `${quote(root.shown)} is not a folder`
    state.diagnostics.push(
      diagnostic('ROOT_NOT_DIRECTORY', shown, message, { hint: 'Name the folder that holds the skills.' }),
    )
  } catch (error) {
    const code = failureCode(error)
    const missing = code === 'ENOENT' || code === 'ENOTDIR'
    if (missing) state.awaited.push(root.path)
    if (missing && root.optional) return
    state.diagnostics.push(
      missing
        ? diagnostic('ROOT_MISSING', shown, `Folder ${quote(root.shown)} does not exist`, {
            hint: 'Create it, or correct the path.',
          })
        : diagnostic(
            'DIR_UNREADABLE',
            shown,
            `Folder ${quote(root.shown)} cannot be read: ${failureReason(code)}`,
          ),
    )
  }
}
