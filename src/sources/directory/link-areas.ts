import { realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, parse, relative, sep } from 'node:path'

/** Where the walk to a linked folder starts, and the segments to walk. */
export interface LinkTarget {
  anchor: string
  below: string[]
}

/** The folders in which clients keep the skills of a user: `.agents/skills/x`, `.config/agents/skills/x`. */
const USER_SKILLS = /^\.[^/]+\/(?:[^/]+\/)?skills\/./

/**
 * Says for the real path of a linked folder whether the link may be followed. Installers keep a skill in one place and link
 * it from the others, so a link directly below a root may end
 *
 * - inside any configured root, and
 * - inside the folder that the root belongs to: its parent, or the parent of a hidden parent (`project` for
 *   `project/.claude/skills`), but never inside a `.git` there. A home folder, what holds it, the folder for temporary
 *   files and the top folders of the file system are too wide for that; of a home folder only the other clients' skill
 *   folders count (`~/.agents/skills/x`).
 *
 * Whatever a link leads to is only served if it is itself a skill, that is, holds a `SKILL.md`.
 */
export function linkAreas(realRoots: readonly string[]): (target: string) => LinkTarget | undefined {
  const home = realPathOr(homedir())
  const owners = new Set(realRoots.map(ownerOf))
  const projects = [...owners].filter((owner) => !isTooWide(owner, home))
  const usesHome = owners.has(home) || realRoots.some((root) => root.startsWith(`${home}${sep}.`))
  return (target) => {
    const within = (folder: string): LinkTarget | undefined => segmentsBelow(folder, target)
    for (const root of realRoots) if (within(root) !== undefined) return within(root)
    for (const project of projects) {
      const found = within(project)
      if (found !== undefined && !found.below.includes('.git')) return found
    }
    const inHome = usesHome ? within(home) : undefined
    return inHome !== undefined && USER_SKILLS.test(inHome.below.join('/')) ? inHome : undefined
  }
}

/** True if `folder` is `path` or holds it. */
export function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function segmentsBelow(folder: string, path: string): LinkTarget | undefined {
  if (path === folder || !holds(folder, path)) return undefined
  return { anchor: folder, below: relative(folder, path).split(sep) }
}

function ownerOf(realRoot: string): string {
  const parent = dirname(realRoot)
  return basename(parent).startsWith('.') ? dirname(parent) : parent
}

function isTooWide(folder: string, home: string): boolean {
  const top = parse(folder).root
  return folder === top || dirname(folder) === top || folder === realPathOr(tmpdir()) || holds(folder, home)
}

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
