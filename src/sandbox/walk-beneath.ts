import { closeSync, type Dirent } from 'node:fs'
import type { Folder, OpenFile } from '../sources/directory/folder.ts'
import { hasCode } from '../trust/error-code.ts'
import { isAddressable, MAX_PATH_BYTES } from '../uri/segment.ts'

/** Levels of folders that are looked into. */
const MAX_DEPTH = 32
/** Children of one folder that are looked at. */
const MAX_CHILDREN = 100_000

export type Unfit = 'link' | 'special' | 'name' | 'depth' | 'count' | 'unreadable'

export type BeneathEntry = { path: string } & (
  | { kind: 'folder' }
  | { kind: 'file'; file: OpenFile }
  | { kind: 'unfit'; why: Unfit }
)

/**
 * All that lies in a folder and below, in the order of the names, a folder before what it holds. Nothing but regular
 * files is opened and no link is followed, whatever is changed meanwhile. A file is closed when the next entry is asked for.
 */
export function* walkBeneath(folder: Folder, prefix = '', depth = 0): Generator<BeneathEntry> {
  const { children, complete } = folder.children(MAX_CHILDREN)
  for (const child of children.sort(byName)) {
    const path = prefix + child.name
    const why = whyUnfit(child, path, depth)
    if (why !== undefined) yield { path, kind: 'unfit', why }
    else if (child.isDirectory()) yield* walkFolder(folder.folder(child.name), path, depth)
    else yield* walkFile(folder, child.name, path)
  }
  if (!complete) yield { path: `${prefix}…`, kind: 'unfit', why: 'count' }
}

function byName(one: Dirent, other: Dirent): number {
  if (one.name === other.name) return 0
  return one.name < other.name ? -1 : 1
}

function whyUnfit(child: Dirent, path: string, depth: number): Unfit | undefined {
  // U+FFFD stands for bytes that are no UTF-8, so the name read is not the name that the file has.
  if (!isAddressable(child.name) || child.name.includes('\ufffd')) return 'name'
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return 'name'
  if (child.isSymbolicLink()) return 'link'
  if (child.isDirectory()) return depth + 1 >= MAX_DEPTH ? 'depth' : undefined
  return child.isFile() ? undefined : 'special'
}

function* walkFolder(folder: Folder, path: string, depth: number): Generator<BeneathEntry> {
  try {
    if (attempt(() => folder.stat()) === undefined) return yield { path, kind: 'unfit', why: 'unreadable' }
    yield { path, kind: 'folder' }
    yield* walkBeneath(folder, `${path}/`, depth + 1)
  } finally {
    folder.close()
  }
}

function* walkFile(folder: Folder, name: string, path: string): Generator<BeneathEntry> {
  const file = attempt(() => folder.file(name))
  if (file === undefined) return yield { path, kind: 'unfit', why: 'unreadable' }
  try {
    if (file.stat.isFile()) yield { path, kind: 'file', file }
    else yield { path, kind: 'unfit', why: 'special' }
  } finally {
    closeSync(file.descriptor)
  }
}

/** Undefined for what has gone, has become a link, or may not be read. */
function attempt<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO')) return undefined
    throw error
  }
}
