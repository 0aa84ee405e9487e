import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { digestOf } from '../skill/digest.ts'
import type { SkillFile } from '../skill/types.ts'
import { openFolder, safestOpening } from '../sources/directory/folder.ts'
import { quote } from '../text/quote.ts'
import { hasCode } from '../trust/error-code.ts'
import type { SkillIdentity } from '../trust/identity.ts'
import { originPath } from '../trust/origin-path.ts'
import { makeFolder } from './make-folder.ts'
import { checkPortableFiles } from './portable-files.ts'
import { readFileBytes } from './read-file-bytes.ts'
import { walkBeneath } from './walk-beneath.ts'

/** A skill as it was approved, whatever source it comes from. */
export interface SkillToCopy extends SkillIdentity {
  files: SkillFile[] | 'dynamic'
}

/**
 * A folder below `dir`, whose path tells the skill's origin (SEP-2640, materialised paths), that holds exactly the skill's files, every byte as its digest says; made when first needed, and
 * checked again on every later call. `dir` is a private folder away from all places where skills are looked for.
 *
 * @throws SkillwayError `VERIFICATION_FAILED`, `COMMAND_REFUSED`, and those of `readFile`
 */
export async function materialise(
  skill: SkillToCopy,
  readFile: (filePath: string) => Promise<Uint8Array>,
  dir: string,
): Promise<string> {
  const files = publishedFiles(skill)
  checkPortableFiles(files)
  const folder = join(dir, originPath(skill), setName(files))
  if (await holdsExactly(folder, files)) return folder
  const draft = `${folder}.${randomUUID()}`
  await makeFoldersBetween(dir, dirname(folder))
  try {
    await writeFiles(draft, files, readFile)
    await putInPlace(draft, folder, files)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

function publishedFiles({ files, uri }: SkillToCopy): SkillFile[] {
  if (files !== 'dynamic') return files
  throw new SkillwayError(
    'COMMAND_REFUSED',
    `No command of ${quote(uri)} can be run: its source publishes no digests`,
    {
      hint: 'Only a skill whose files are all known can be run.',
    },
  )
}

/** Of each set of files another name, with a dot, which no part of an origin's path has: no skill lies in another's copy. */
function setName(files: readonly SkillFile[]): string {
  const set = files.map(({ path, size, digest }) => JSON.stringify([path, size, digest])).sort()
  return digestOf(Buffer.from(set.join('\n'))).replace(':', '.')
}

async function makeFoldersBetween(dir: string, folder: string): Promise<void> {
  if (folder === dir) return
  await makeFoldersBetween(dir, dirname(folder))
  await makeFolder(folder).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
}

async function holdsExactly(folder: string, files: readonly SkillFile[]): Promise<boolean> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false
  const missing = new Map(files.map((file) => [file.path, file]))
  const root = openFolder(folder, safestOpening)
  try {
    for (const entry of walkBeneath(root)) {
      if (entry.kind === 'unfit') return false
      if (entry.kind === 'folder') continue
      const file = missing.get(entry.path)
      if (file === undefined || entry.file.stat.size !== file.size) return false
      if (digestOf(await readFileBytes(entry.file)) !== file.digest) return false
      missing.delete(entry.path)
    }
    return missing.size === 0
  } catch (error) {
    // Taken away by another call that makes it anew.
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  } finally {
    root.close()
  }
}

async function writeFiles(
  folder: string,
  files: readonly SkillFile[],
  readFile: (filePath: string) => Promise<Uint8Array>,
): Promise<void> {
  const made = new Set<string>()
  async function makeFolders(path: string): Promise<void> {
    if (made.has(path)) return
    if (path !== folder) await makeFolders(dirname(path))
    await makeFolder(path)
    made.add(path)
  }
  await makeFolders(folder)
  for (const { path, size, digest } of files) {
    const bytes = await readFile(path)
    if (bytes.length !== size || digestOf(bytes) !== digest)
      throw changed(path, 'it is not what was approved')
    const target = join(folder, path)
    await makeFolders(dirname(target))
    await writeFile(target, bytes, { flag: 'wx' })
    await chmod(target, isScript(bytes) ? 0o555 : 0o444)
  }
}

function isScript(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21
}

/** Another call may have put the same files there meanwhile. Anything else that stands there is no copy of ours any more. */
async function putInPlace(draft: string, folder: string, files: readonly SkillFile[]): Promise<void> {
  try {
    await rename(draft, folder)
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error
    if (await holdsExactly(folder, files)) return
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  }
}

function changed(what: string, why: string): SkillwayError {
  return new SkillwayError('VERIFICATION_FAILED', `No command was run: ${quote(what)} does not fit: ${why}`, {
    hint: 'Load the skill again, look at what changed, and approve it anew.',
  })
}
