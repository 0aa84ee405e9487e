import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'

/** Codes for a path that cannot be followed to its end. */
const NOT_THERE = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'])

/**
 * Refuses a state or cache folder that lies in a folder where skills are looked for, or around one: what an MCP server
 * sent must never be found as a local skill (SEP-2640, cache location).
 *
 * @throws SkillwayError `STATE_INVALID`
 */
export async function assertOutsideRoots(folder: string, roots: readonly string[]): Promise<void> {
  const root = await overlappingRoot(folder, roots)
  if (root === undefined) return
  throw new SkillwayError(
    'STATE_INVALID',
    `The folder ${quote(basename(folder))} for state or cache and the skills folder ${quote(basename(root))} lie one in the other`,
    { hint: 'Name a folder away from all skills with SKILLWAY_STATE_DIR or SKILLWAY_CACHE_DIR.' },
  )
}

/** The first of `roots` that the folder lies in, or that lies in it, once all links are followed. */
export async function overlappingRoot(folder: string, roots: readonly string[]): Promise<string | undefined> {
  const place = await realPlace(folder)
  for (const root of roots) {
    const realRoot = await realPlace(root)
    if (holds(realRoot, place) || holds(place, realRoot)) return root
  }
  return undefined
}

/** Where a path ends up once all links are followed, also if its last parts do not exist yet. */
async function realPlace(path: string): Promise<string> {
  const absolute = resolve(path)
  try {
    return await realpath(absolute)
  } catch (error) {
    const parent = dirname(absolute)
    if (!NOT_THERE.has((error as NodeJS.ErrnoException).code) || parent === absolute) throw error
    return join(await realPlace(parent), basename(absolute))
  }
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
