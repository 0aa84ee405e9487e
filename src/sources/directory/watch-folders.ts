import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isPrivateName } from '../file-name.ts'
import { announcesChanges } from './announces-changes.ts'
import { failureCode } from './failure-reason.ts'
import type { Pace } from './pace.ts'
import type { FolderFacts } from './folder-facts.ts'
import { type Inode, inodeOf, isSameInode, lstatOrNothing } from './stamp.ts'

/**
 * Watches folders, each by itself: one cheap subscription for a folder, none for its files, and no scan of its own, since
 * the source has just seen all of them.
 */
export interface FolderWatch {
  /** Grows with every event and every newly watched folder. What was read before it grew may be out of date. */
  epoch(): number
  /** Why not every change will be told, so that looking again and again is the only way. */
  gap(): WatchGap | undefined
  /** Watches a folder that is about to be looked into, so that nothing that happens from then on is missed. */
  ahead(path: string): void
  /** The same for the coming and going of these paths. */
  awaitAhead(paths: readonly string[]): void
  /** Watches exactly these folders, and the coming and going of the paths in `awaited`; true if any of it is new. */
  sync(folders: ReadonlyMap<string, Pick<FolderFacts, 'stamp'>>, awaited: readonly string[]): Promise<boolean>
  close(): void
}

/** `refused`: the system does not let all be watched. `shared`: some folders also change where the system does not see it. */
export type WatchGap = 'refused' | 'shared'

/** Something to watch: a folder, or one name in it. */
interface Target {
  path: string
  /** Tells the folder from another one at that path. */
  identity: Inode
  only?: string
}

interface Watched extends Omit<Target, 'identity'> {
  watcher: FSWatcher
  /** Not known of a folder that has not been looked into yet; if another one takes its place, that is an event of its own. */
  identity: Inode | undefined
}

type Startable = Omit<Watched, 'watcher'>

/** Missing paths that are waited for, at the most. */
const MAX_AWAITED = 200

export function watchFolders(onEvent: () => void, pace: Pace): FolderWatch {
  const watched = new Map<string, Watched>()
  let epoch = 0
  let gap: WatchGap | undefined
  let closed = false

  function changed(): void {
    epoch++
    if (!closed) onEvent()
  }

  function start(key: string, target: Startable): void {
    const { path } = target
    const watcher = watch(path, { persistent: false }, (event, name) => {
      if (!concerns(target, name)) return
      if (event === 'rename' && name === basename(path)) forget()
      changed()
    })
    /** What was watched may be gone; if there is another folder at its path, `sync` watches that one. */
    function forget(): void {
      watcher.close()
      if (watched.get(key)?.watcher === watcher) watched.delete(key)
    }
    watcher.on('error', () => {
      forget()
      changed()
    })
    watched.set(key, { ...target, watcher })
  }

  /** False if the system refuses; a folder that has gone meanwhile is as good as watched. */
  function tryStart(key: string, target: Startable): boolean {
    try {
      start(key, target)
      return true
    } catch (error) {
      return failureCode(error) === 'ENOENT'
    }
  }

  function startAhead(key: string, target: Startable): void {
    if (closed || gap === 'refused' || watched.has(key)) return
    if (!tryStart(key, target)) gap = 'refused'
  }

  function stopOthers(targets: ReadonlyMap<string, Target>): void {
    for (const [key, one] of watched) {
      const target = targets.get(key)
      one.identity ??= target?.identity
      if (target?.path === one.path && isSameInode(target.identity, one.identity)) continue
      one.watcher.close()
      watched.delete(key)
    }
  }

  return {
    epoch: () => epoch,
    gap: () => gap,
    ahead(path) {
      startAhead(path, { path, identity: undefined })
    },
    awaitAhead(paths) {
      for (const [key, target] of targetsOf(new Map(), paths)) startAhead(key, target)
    },
    async sync(folders, awaited) {
      const targets = targetsOf(folders, awaited)
      stopOthers(targets)
      gap = isAnyShared(targets.values()) ? 'shared' : undefined
      let added = false
      for (const [key, target] of targets) {
        if (closed) break
        if (watched.has(key)) continue
        if (pace.isDue()) await pace.breathe()
        if (!tryStart(key, target)) {
          gap = 'refused'
          break
        }
        if (target.only === undefined) epoch++
        added = true
      }
      return added
    },
    close() {
      closed = true
      stopOthers(new Map())
    },
  }
}

function targetsOf(
  folders: ReadonlyMap<string, Pick<FolderFacts, 'stamp'>>,
  awaited: readonly string[],
): Map<string, Target> {
  const targets = new Map<string, Target>()
  for (const [path, { stamp }] of folders) targets.set(path, { path, identity: stamp })
  for (const path of awaited.slice(0, MAX_AWAITED)) {
    const target = nearestExisting(path)
    if (target !== undefined) targets.set(`${path}\0awaited`, target)
  }
  return targets
}

function isAnyShared(targets: Iterable<Target>): boolean {
  const devices = new Set<number>()
  for (const { path, identity } of targets) {
    if (devices.has(identity.device)) continue
    devices.add(identity.device)
    if (!announcesChanges(path)) return true
  }
  return false
}

/** The nearest folder above that exists, and the name in it that must come to be next. */
function nearestExisting(path: string): Target | undefined {
  for (let child = path; dirname(child) !== child; child = dirname(child)) {
    const stat = lstatOrNothing(dirname(child))
    if (stat === undefined) continue
    return { path: dirname(child), identity: inodeOf(stat), only: basename(child) }
  }
  return undefined
}

/** Hidden files and installed packages are not part of any skill; a folder's own end comes under its own name. */
function concerns({ path, only }: Pick<Target, 'path' | 'only'>, name: string | null): boolean {
  if (name === null || name === basename(path)) return true
  return only === undefined ? !isPrivateName(name) : name === only
}
