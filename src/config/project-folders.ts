import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'

export interface ProjectFolders {
  /** From the working folder up to the root of its repository; the working folder alone where there is none. */
  inRepository: string[]
  /** The same, but up to the home folder where there is no repository. */
  inProject: string[]
}

/**
 * The folders of which a file counts as the project's. Nothing above the repository or the home folder is looked at,
 * because there, as in `/tmp`, others may have put it; for the same reason a repository of a stranger is none.
 */
export async function projectFolders({ cwd, home }: { cwd: string; home: string }): Promise<ProjectFolders> {
  const start = resolve(cwd)
  const top = resolve(home)
  const owners = new Set([process.getuid?.(), (await statOf(start))?.uid])
  const folders: string[] = []
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder)
    const git = await statOf(join(folder, '.git'))
    if (git !== undefined) {
      const ours = owners.has(git.uid) ? folders : [start]
      return { inRepository: ours, inProject: ours }
    }
    const isRoot = folder === parse(folder).root
    if (folder === top && !isRoot) return { inRepository: [start], inProject: folders }
    if (isRoot) return { inRepository: [start], inProject: [start] }
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === 'string') return undefined
    throw error
  }
}
