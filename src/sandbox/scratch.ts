import { closeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { inTurn } from '../in-turn.ts'
import { LIMITS } from '../skill/limits.ts'
import { type Folder, type OpenFile, openFolder, safestOpening } from '../sources/directory/folder.ts'
import { quote } from '../text/quote.ts'
import { hasCode } from '../trust/error-code.ts'
import { parseFilePath } from '../uri/file-path.ts'
import { createPrivateFolder } from './create-private-folder.ts'
import { makeFolder } from './make-folder.ts'
import { readFileBytes } from './read-file-bytes.ts'
import { walkBeneath } from './walk-beneath.ts'

/** The files that the commands of one session work with: a private temporary folder, apart from every skill. */
export interface Scratch {
  /** The regular files, sorted by path. Links are not followed and not shown. */
  files(): Promise<ScratchFile[]>
  /** @throws SkillwayError `REFERENCE_NOT_FOUND`, `NOT_A_FILE`, `TOO_LARGE`, and those of a bad path */
  read(path: string): Promise<Uint8Array>
  /** Gives the folder's path to one caller at a time, in the order of the calls. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Deletes everything, once nobody uses it any more. */
  dispose(): Promise<void>
}

interface ScratchFile {
  /** `/`-separated. */
  path: string
  /** Bytes. */
  size: number
}

/** A new, empty working folder. */
export async function createScratch(): Promise<Scratch> {
  const base = await createPrivateFolder()
  const folder = join(base, 'work')
  await makeFolder(folder)
  const queue = inTurn()
  let disposed: Promise<void> | undefined

  function assertThere(): void {
    if (disposed !== undefined) throw new SkillwayError('USAGE', 'The working folder has been deleted')
  }

  return {
    async files() {
      assertThere()
      return inFolder(folder, listFiles)
    },
    async read(path) {
      assertThere()
      return inFolder(folder, (root) => readFile(root, parseFilePath(path)))
    },
    async use(work) {
      assertThere()
      return queue(() => work(folder))
    },
    dispose: () => (disposed ??= queue(() => rm(base, { recursive: true, force: true }))),
  }
}

async function inFolder<T>(path: string, work: (root: Folder) => T | Promise<T>): Promise<T> {
  const root = openFolder(path, safestOpening)
  try {
    return await work(root)
  } finally {
    root.close()
  }
}

function listFiles(root: Folder): ScratchFile[] {
  const files: ScratchFile[] = []
  for (const entry of walkBeneath(root)) {
    if (entry.kind === 'file') files.push({ path: entry.path, size: entry.file.stat.size })
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}

async function readFile(root: Folder, path: string): Promise<Uint8Array> {
  const file = openFile(root, path)
  try {
    if (!file.stat.isFile()) throw notRegular(path)
    if (file.stat.size > LIMITS.fileBytes) {
      throw new SkillwayError('TOO_LARGE', `${quote(path)} has more than ${LIMITS.fileBytes} bytes`, {
        hint: 'Have a command write the part that is needed into a smaller file.',
      })
    }
    return await readFileBytes(file)
  } finally {
    closeSync(file.descriptor)
  }
}

function openFile(root: Folder, path: string): OpenFile {
  const segments = path.split('/')
  const name = segments.pop()!
  const opened: Folder[] = []
  let folder = root
  try {
    for (const segment of segments) opened.push((folder = folder.folder(segment)))
    return folder.file(name)
  } catch (error) {
    if (hasCode(error, 'ELOOP', 'ENXIO')) throw notRegular(path)
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
    throw new SkillwayError('REFERENCE_NOT_FOUND', `No such file in the working folder: ${quote(path)}`, {
      hint: 'Look at the list of its files.',
    })
  } finally {
    for (const each of opened) each.close()
  }
}

function notRegular(path: string): SkillwayError {
  return new SkillwayError('NOT_A_FILE', `${quote(path)} in the working folder is not a regular file`, {
    hint: 'Only regular files can be read, no folders, links or devices.',
  })
}
