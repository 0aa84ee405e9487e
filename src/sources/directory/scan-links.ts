import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { diagnostic } from '../../skill/diagnostic.ts'
import { joined } from '../complete-entry.ts'
import { nameFault } from '../file-name.ts'
import { failureCode } from './failure-reason.ts'
import { folderBelow } from './folder-below.ts'
import { openFolder } from './folder.ts'
import { holds } from './link-areas.ts'
import { scanFolder, type ScanPlace } from './scan-folder.ts'
import { spend } from './scan-reports.ts'
import type { ScanState } from './scan-types.ts'
import { lstatOrNothing, stampOf } from './stamp.ts'

/** Looks into the folders that links directly below a root lead to, where they may be followed (`linkAreas`). */
export async function scanLinks(state: ScanState, root: ScanPlace): Promise<void> {
  const facts = state.memory.folders.get(root.own.realPath)
  if (facts === undefined || facts.skillFile !== undefined) return
  for (const name of facts.links) {
    if (nameFault(name)?.served === false || !spend(state, root.budgets)) continue
    await scanLink(state, root, name)
  }
}

/** Reports links below the first level that lead to a skill which is found in no other way. */
export function reportUnfollowed(state: ScanState): void {
  for (const { realPath, shownPath } of state.unfollowed) {
    const { folder } = linkedFolder(realPath)
    if (folder === undefined || state.memory.folders.has(folder)) continue
    if (lstatOrNothing(join(folder, 'SKILL.md')) === undefined) continue
    const message = 'The link leads to a skill; only links directly below a root are followed'
    const hint = 'Put the link directly below the root, or name the folder it leads to as a root.'
    state.diagnostics.push(diagnostic('SYMLINK_ESCAPE', shownPath, message, { hint }))
  }
}

async function scanLink(state: ScanState, root: ScanPlace, name: string): Promise<void> {
  const path = join(root.own.realPath, name)
  const shownPath = joined(root.shownPath, name)
  const stat = lstatOrNothing(path)
  const { folder: realPath, broken } = linkedFolder(path)
  if (broken) reportBroken(state, path, shownPath)
  if (stat === undefined || realPath === undefined || state.memory.folders.has(realPath)) return
  const target = holds(realPath, root.own.realPath) ? undefined : state.linkTarget(realPath)
  if (target === undefined) return reportEscape(state, shownPath)
  const folder = folderBelow(openFolder(target.anchor, state.opening), target.below)
  const own = { folder, realPath }
  const link = { path, stamp: stampOf(stat, Date.now()) }
  const anchor = { realPath: target.anchor, below: target.below, link }
  const reached = { folderName: name, folderPath: name, shownPath, depth: 1, inner: [] }
  try {
    await scanFolder(state, { ...root, ...reached, own, anchor, top: own })
  } finally {
    folder.close()
  }
}

/** Where a link ends, if that is a folder; nothing at all for a link to a file. */
function linkedFolder(path: string): { folder?: string; broken?: true } {
  try {
    const folder = realpathSync.native(path)
    return statSync(folder).isDirectory() ? { folder } : {}
  } catch (error) {
    const code = failureCode(error)
    return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' ? { broken: true } : {}
  }
}

function reportBroken(state: ScanState, path: string, shownPath: string): void {
  const hint = 'Mend or remove the link.'
  state.diagnostics.push(
    diagnostic('SYMLINK_BROKEN', shownPath, 'The link leads to nothing, or in a circle', { hint }),
  )
  try {
    state.awaited.push(resolve(dirname(path), readlinkSync(path)))
  } catch (error) {
    failureCode(error)
  }
}

function reportEscape(state: ScanState, shownPath: string): void {
  const message = 'The link leads to a folder outside what this root may show, so it is not followed'
  const hint = 'Name the folder that it leads to as a root, or put a copy in place of the link.'
  state.diagnostics.push(diagnostic('SYMLINK_ESCAPE', shownPath, message, { hint }))
}
