import { isAddressable } from '../uri/segment.ts'

/** A skill's folder, as far as its path in the source depends on it. */
export interface NamedFolder {
  /** `/`-separated, relative to the root. */
  folderPath: string
  /** The skill's name. */
  name: string
  /** The nearest skill whose folder holds this one. */
  enclosing: NamedFolder | undefined
}

export interface AssignedPath<T> {
  skillPath: string
  /** The skill that has the path which this one's name asks for. */
  takenBy?: T
}

/**
 * The path of every skill of one root: its folder's, with the last segment replaced by the name where the name can be a
 * segment, so that `pdf/` with `name: pdf-tools` is `pdf-tools`. A folder that is called so has the first right to a path,
 * then the first in order; who loses keeps the path of its folder, which nobody else is ever given.
 */
export function assignSkillPaths<T extends NamedFolder>(skills: readonly T[]): Map<T, AssignedPath<T>> {
  const assigned = new Map<NamedFolder, AssignedPath<T>>()
  for (const level of byDepth(skills)) assignLevel(level, assigned)
  return assigned as Map<T, AssignedPath<T>>
}

/** Enclosing skills come first, since their paths begin those of the nested; two paths of other depths never meet. */
function byDepth<T extends NamedFolder>(skills: readonly T[]): T[][] {
  const levels: T[][] = []
  for (const skill of skills) {
    const depth = skill.folderPath.split('/').length
    ;(levels[depth] ??= []).push(skill)
  }
  return levels.filter((level) => level !== undefined)
}

function assignLevel<T extends NamedFolder>(level: T[], assigned: Map<NamedFolder, AssignedPath<T>>): void {
  const wanted = new Map(level.map((skill) => [skill, pathByName(skill, assigned)]))
  const reserved = new Map<string, T>()
  for (const skill of level) if (wanted.get(skill) === skill.folderPath) reserved.set(skill.folderPath, skill)
  let open = level.filter((skill) => wanted.get(skill) !== skill.folderPath)
  for (let settled = false; !settled;) {
    const winners = firstOfEach(open, wanted, reserved)
    const losers = open.filter((skill) => winners.get(wanted.get(skill)!) !== skill)
    for (const skill of losers) {
      const takenBy = (reserved.get(wanted.get(skill)!) ?? winners.get(wanted.get(skill)!))!
      assigned.set(skill, { skillPath: skill.folderPath, takenBy })
    }
    for (const skill of losers) reserved.set(skill.folderPath, skill)
    open = [...winners.values()]
    settled = open.every((skill) => !reserved.has(wanted.get(skill)!))
  }
  for (const skill of level) {
    if (!assigned.has(skill)) assigned.set(skill, { skillPath: wanted.get(skill)! })
  }
}

function firstOfEach<T extends NamedFolder>(
  skills: T[],
  wanted: Map<T, string>,
  reserved: Map<string, T>,
): Map<string, T> {
  const winners = new Map<string, T>()
  for (const skill of skills) {
    const path = wanted.get(skill)!
    if (!reserved.has(path) && !winners.has(path)) winners.set(path, skill)
  }
  return winners
}

function pathByName<T extends NamedFolder>(
  skill: NamedFolder,
  assigned: Map<NamedFolder, AssignedPath<T>>,
): string {
  const { folderPath, enclosing, name } = skill
  const path =
    enclosing === undefined
      ? folderPath
      : assigned.get(enclosing)!.skillPath + folderPath.slice(enclosing.folderPath.length)
  return isAddressable(name) ? path.slice(0, path.lastIndexOf('/') + 1) + name : path
}
