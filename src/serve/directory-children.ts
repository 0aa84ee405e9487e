import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { mediaTypeOf } from '../skill/media-type.ts'
import type { SkillEntry } from '../sources/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { byKey } from './page.ts'

export interface Child {
  uri: string
  name: string
  mimeType: string
  size?: number
}

/** The media type of a folder (SEP-2640, Reading Directories). */
const DIRECTORY = 'inode/directory'

/**
 * The direct children of a folder, sorted by URI: of a skill's folder, of one inside it, or of one above skills.
 * `undefined` where the URI is none of these. Answered from the entries; nothing else is ever shown as a skill's file.
 */
export async function directoryChildren(
  catalog: Catalog,
  uri: string,
  options: { signal: AbortSignal },
): Promise<Child[] | undefined> {
  const location = await catalog.locate(uri, options)
  if (location === undefined) return undefined
  const { skill, filePath, path } = location
  const children = new Map<string, Child>()
  if (skill !== undefined) await addFiles(children, skill, { filePath, path }, options)
  for (const other of await catalog.placed(options)) {
    if (skill === undefined || other.from === skill.from) addFolderAbove(children, other.path, path)
  }
  const isFolder = children.size > 0 || (skill !== undefined && filePath === '')
  return isFolder ? [...children.values()].sort(byKey((child) => child.uri)) : undefined
}

async function addFiles(
  children: Map<string, Child>,
  { from, path: skillPath, summary }: PlacedSkill,
  folder: { filePath: string; path: string },
  options: { signal: AbortSignal },
): Promise<void> {
  const entry = await from.get(summary.skillPath, options)
  if (entry === undefined) return
  const prefix = folder.filePath === '' ? '' : `${folder.filePath}/`
  for (const { path, size } of knownFiles(entry)) {
    if (!path.startsWith(prefix)) continue
    const [name, ...below] = path.slice(prefix.length).split('/')
    const uri = formatSkillUri(skillPath, prefix + name!)
    children.set(uri, below.length > 0 ? folderChild(uri, name!) : fileChild(uri, name!, size))
  }
}

/** Of a skill without digests, the files that its source has named. */
function knownFiles({ files, knownPaths = [] }: SkillEntry): { path: string; size?: number }[] {
  if (files !== 'dynamic') return files
  return ['SKILL.md', ...knownPaths].map((path) => ({ path }))
}

/** A skill below the folder shows as the folder's child that leads to it. */
function addFolderAbove(children: Map<string, Child>, skillPath: string, folderPath: string): void {
  if (!skillPath.startsWith(`${folderPath}/`)) return
  const [name] = skillPath.slice(folderPath.length + 1).split('/')
  const uri = formatSkillUri(`${folderPath}/${name}`)
  if (!children.has(uri)) children.set(uri, folderChild(uri, name!))
}

function fileChild(uri: string, name: string, size: number | undefined): Child {
  return { uri, name, mimeType: mediaTypeOf(name), ...(size === undefined ? {} : { size }) }
}

function folderChild(uri: string, name: string): Child {
  return { uri, name, mimeType: DIRECTORY }
}
