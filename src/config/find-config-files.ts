import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import type { FoundFile } from './file-context.ts'
import { projectFolders } from './project-folders.ts'
import { resolvePath } from './resolve-path.ts'
import { shownAsWritten, shownFrom, shownInHome } from './shown-path.ts'
import type { LoadConfigOptions } from './types.ts'
import { userFolder } from './user-folder.ts'

export interface FoundFiles {
  /** The project's file before the user's; the only one where the options name it. */
  files: FoundFile[]
  diagnostics: Diagnostic[]
}

const FILE_NAMES = ['skillway.yaml', 'skillway.yml', 'skillway.json']

/**
 * The config files that count: the nearest of the project, then the user's.
 *
 * @throws SkillwayError `CONFIG_INVALID` if the named file cannot be a path
 */
export async function findConfigFiles(options: LoadConfigOptions): Promise<FoundFiles> {
  const { cwd, home, file } = options
  if (file !== undefined) return { files: [givenFile(file, options)], diagnostics: [] }
  const diagnostics: Diagnostic[] = []
  const user = join(userFolder(options), 'skillway')
  const project = await firstOf(
    (await projectFolders(options)).inProject,
    (path) => shownName(cwd, path),
    diagnostics,
  )
  const own = await firstOf([user], (path) => shownInHome(home, path), diagnostics)
  const files: FoundFile[] = []
  if (project !== undefined && project.path !== own?.path) files.push({ ...project, origin: 'project' })
  if (own !== undefined) files.push({ ...own, origin: 'user' })
  return { files, diagnostics }
}

function givenFile(written: string, { cwd, home }: LoadConfigOptions): FoundFile {
  const { path, problem } = resolvePath(written, { folder: cwd, home })
  if (path !== undefined && written !== '') {
    return { path, shown: withoutDot(shownAsWritten(written)), origin: 'given' }
  }
  throw new SkillwayError('CONFIG_INVALID', `--config ${quote(written)} ${problem ?? 'names no file'}`, {
    hint: 'Name a config file: --config ./skillway.yaml',
  })
}

/** The first config file in the nearest of `folders`; others beside it are noted. */
async function firstOf(
  folders: readonly string[],
  shownOf: (path: string) => string,
  diagnostics: Diagnostic[],
): Promise<{ path: string; shown: string } | undefined> {
  for (const folder of folders) {
    const [first, ...rest] = await existing(FILE_NAMES.map((name) => join(folder, name)))
    if (first === undefined) continue
    const shown = shownOf(first)
    for (const other of rest) {
      const message = `${shownOf(other)} is not read, because ${shown} is there`
      const hint = 'Keep one of the two files.'
      diagnostics.push(diagnostic('CONFIG_SHADOWED', shownOf(other), message, { hint }))
    }
    return { path: first, shown }
  }
  return undefined
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(exists))
  return paths.filter((_, index) => found[index])
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === 'string') return false
    throw error
  }
}

function shownName(cwd: string, path: string): string {
  return withoutDot(shownFrom(cwd, path))
}

/** A file is shown as `skillway.yaml`, so that `skillway.yaml:3:5` can be followed. */
function withoutDot(shown: string): string {
  return shown.startsWith('./') ? shown.slice(2) : shown
}
