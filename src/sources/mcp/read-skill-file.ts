import { SkillwayError } from '../../errors.ts'
import { digestOf } from '../../skill/digest.ts'
import { LIMITS } from '../../skill/limits.ts'
import type { SkillFile } from '../../skill/types.ts'
import { quote } from '../../text/quote.ts'
import { parseFilePath } from '../../uri/file-path.ts'
import type { SkillEntry, SkillSource, SourceCallOptions } from '../types.ts'
import type { Link } from './link.ts'
import { readContent } from './read-content.ts'
import { referenceNotFound, referenceTooLarge } from './reference-errors.ts'
import type { Shelf } from './shelf.ts'
import type { McpSource } from './types.ts'
import type { AskedFile, UpstreamFailures } from './upstream-failures.ts'
import { withSession } from './with-session.ts'

export interface SkillFileReader {
  link: Link
  shelf: Shelf
  failures: UpstreamFailures
  /** How long to wait for a server that is not there yet. */
  waitMs: number
  get: SkillSource['get']
  uriOf: McpSource['uriOf']
}

/** The bytes of one file that the skill's entry lists, and of any file where it lists none; not verified. */
export async function readSkillFile(
  reader: SkillFileReader,
  { skillPath, filePath, held, signal }: SourceCallOptions & { skillPath: string; filePath: string },
): Promise<Uint8Array> {
  const { link, shelf, failures, waitMs, get, uriOf } = reader
  const path = parseFilePath(filePath)
  const entry = held ?? (await get(skillPath, { signal }))
  if (entry === undefined) throw skillNotFound(skillPath)
  const listed = listedFile(entry, path)
  const size = listed?.size ?? (path === 'SKILL.md' ? LIMITS.skillFileBytes : LIMITS.fileBytes)
  const uri = uriOf(skillPath, path)
  const asked = { filePath: path, skillName: entry.name, isListed: listed !== undefined }
  let bytes: Uint8Array
  try {
    bytes = await withSession(link, (session) => readContent({ session, uri, size, signal }), waitMs)
  } catch (error) {
    signal?.throwIfAborted()
    shelf.doubt(skillPath)
    throw failures.forFile(error, asked)
  }
  if (listed === undefined) refuseLarge(bytes, size, asked)
  else if (bytes.length !== size || digestOf(bytes) !== listed.digest) shelf.doubt(skillPath)
  return bytes
}

function listedFile({ files, name }: SkillEntry, filePath: string): SkillFile | undefined {
  if (files === 'dynamic') return undefined
  const file = files.find(({ path }) => path === filePath)
  if (file !== undefined) return file
  const what = `${quote(filePath)} in skill ${quote(name)}`
  if (files.some(({ path }) => path.startsWith(`${filePath}/`))) {
    throw new SkillwayError('REFERENCE_IS_DIRECTORY', `Reference is a folder: ${what}`, {
      hint: 'Read one of the files in it.',
    })
  }
  throw referenceNotFound(filePath, name)
}

function refuseLarge(bytes: Uint8Array, size: number, { filePath, skillName }: AskedFile): void {
  if (bytes.length <= size) return
  throw referenceTooLarge({ filePath, skillName, why: `it has ${bytes.length} bytes, more than ${size}` })
}

function skillNotFound(skillPath: string): SkillwayError {
  return new SkillwayError('SKILL_NOT_FOUND', `Skill not found: ${quote(skillPath)}`, {
    hint: 'List the skills of the server to see what it has.',
  })
}
