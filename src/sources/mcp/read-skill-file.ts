import { digestOf } from '../../skill/digest.ts'
import { LIMITS } from '../../skill/limits.ts'
import type { SkillFile } from '../../skill/types.ts'
import { referenceIsFolder, referenceNotFound, skillNotFound, tooLarge } from '../read-errors.ts'
import { referencePath } from '../reference-path.ts'
import type { SkillEntry, SourceCallOptions } from '../types.ts'
import type { KeptEntries } from './kept-entries.ts'
import type { Link } from './link.ts'
import { readContent } from './read-content.ts'
import type { Shelf } from './shelf.ts'
import type { UpstreamFailures } from './upstream-failures.ts'
import { withSession } from './with-session.ts'

export interface SkillFileReader extends KeptEntries {
  link: Link
  shelf: Shelf
  failures: UpstreamFailures
  /** How long to wait for a server that is not there yet. */
  waitMs: number
}

/** The bytes of one file that the skill's entry lists, and of any file where it lists none; not verified. */
export async function readSkillFile(
  reader: SkillFileReader,
  { skillPath, filePath, held, signal }: SourceCallOptions & { skillPath: string; filePath: string },
): Promise<Uint8Array> {
  const { link, shelf, failures, waitMs, get, uriOf } = reader
  const path = referencePath(filePath)
  const entry = held ?? (await get(skillPath, { signal }))
  if (entry === undefined) throw skillNotFound(skillPath)
  const listed = listedFile(entry, path)
  const size = listed?.size ?? (path === 'SKILL.md' ? LIMITS.skillFileBytes : LIMITS.fileBytes)
  const uri = uriOf(skillPath, path)
  let bytes: Uint8Array
  try {
    bytes = await withSession(link, (session) => readContent({ session, uri, size, signal }), waitMs)
  } catch (error) {
    signal?.throwIfAborted()
    shelf.doubt(skillPath)
    throw failures.forFile(error, { entry, filePath: path, size, isListed: listed !== undefined })
  }
  if (listed === undefined && bytes.length > size) throw tooLarge(skillPath, path, size)
  if (listed !== undefined && (bytes.length !== size || digestOf(bytes) !== listed.digest))
    shelf.doubt(skillPath)
  return bytes
}

function listedFile({ files, skillPath }: SkillEntry, filePath: string): SkillFile | undefined {
  if (files === 'dynamic') return undefined
  const file = files.find(({ path }) => path === filePath)
  if (file !== undefined) return file
  const paths = files.map(({ path }) => path)
  const children = childrenIn(paths, `${filePath}/`)
  if (children.length > 0) throw referenceIsFolder(skillPath, filePath, children)
  throw referenceNotFound(skillPath, filePath, paths)
}

/** What lies directly below a folder; folders with a `/` at the end. */
function childrenIn(paths: readonly string[], folder: string): string[] {
  const below = paths.filter((path) => path.startsWith(folder))
  const children = below.map((path) => /^[^/]*\/?/.exec(path.slice(folder.length))![0])
  return [...new Set(children)].map((child) => `${folder}${child}`).sort()
}
