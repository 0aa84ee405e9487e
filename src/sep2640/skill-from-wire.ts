import { SkillwayError } from '../errors.ts'
import { LIMITS } from '../skill/limits.ts'
import type { Frontmatter, SkillFile } from '../skill/types.ts'
import { quote } from '../text/quote.ts'
import { frontmatterFault } from './frontmatter-fault.ts'
import { childUri, pathOfUri } from './uri-path.ts'

/** A skill that a server described, checked: what it says is complete and unambiguous. Whether it is true is not known. */
export interface ReceivedSkill {
  /** Of its `SKILL.md`, as the server writes it. */
  uri: string
  skillPath: string
  frontmatter: Frontmatter & { name: string; description: string }
  /** Sorted by path. */
  files: SkillFile[] | 'dynamic'
  /** File paths whose URI is not the `childUri` of the folder, with that URI. */
  spelled: ReadonlyMap<string, string>
}

export type Received = { skill: ReceivedSkill } | { uri: string | undefined; problem: string }

const DIGEST = /^sha256:[0-9a-f]{64}$/
const SKILL_FILE = '/SKILL.md'

/**
 * Reads an entry of `skills/list` or `skills/get` (SEP-2640, Skill Entries). An entry that breaks a rule is refused as a
 * whole, with the reason: one that leaves a file out, or can be read in two ways, cannot be approved or verified.
 */
export function skillFromWire(value: unknown): Received {
  const uri = uriIn(value)
  try {
    return { skill: readEntry(value) }
  } catch (error) {
    if (error instanceof EntryFault) return { uri, problem: error.message }
    if (error instanceof SkillwayError) return { uri, problem: error.message }
    throw error
  }
}

/** Names that some file systems take for one: approved as one, the other could be read. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** Why a list of files cannot be a skill's, or `undefined` for a sound one; both bounds are inclusive. */
export function filesFault(files: readonly SkillFile[]): string | undefined {
  if (files.length > LIMITS.skillFiles) return `it has ${files.length} files, more than ${LIMITS.skillFiles}`
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > LIMITS.skillBytes) return `its files have ${bytes} bytes, more than ${LIMITS.skillBytes}`
  const seen = new Map<string, string>()
  for (const { path, size, digest } of files) {
    if (!Number.isSafeInteger(size) || size < 0) return `the size of ${quote(path)} is not a number of bytes`
    if (!DIGEST.test(digest)) return `the digest of ${quote(path)} is not sha256: and 64 lowercase hex digits`
    const twin = seen.get(foldedPath(path))
    if (twin !== undefined)
      return twin === path
        ? `it lists ${quote(path)} twice`
        : `it lists both ${quote(twin)} and ${quote(path)}`
    seen.set(foldedPath(path), path)
  }
  return files.some(({ path }) => path === 'SKILL.md') ? undefined : 'it does not list its own SKILL.md'
}

class EntryFault extends Error {}

function readEntry(value: unknown): ReceivedSkill {
  const { uri, frontmatter, resources } = objectIn(value, 'it is not an object')
  if (typeof uri !== 'string') throw new EntryFault('it has no uri')
  const skillFile = pathOfUri(uri)
  if (!skillFile.endsWith(SKILL_FILE))
    throw new EntryFault('its uri does not end in /SKILL.md below a folder')
  const skillPath = skillFile.slice(0, -SKILL_FILE.length)
  const fault = frontmatterFault(frontmatter)
  if (fault !== undefined) throw new EntryFault(fault)
  const head = frontmatter as ReceivedSkill['frontmatter']
  return {
    uri,
    skillPath,
    frontmatter: head,
    ...readFiles(resources, skillPath, uri.slice(0, uri.lastIndexOf('/'))),
  }
}

function readFiles(
  resources: unknown,
  skillPath: string,
  folderUri: string,
): Pick<ReceivedSkill, 'files' | 'spelled'> {
  if (resources === 'dynamic') return { files: 'dynamic', spelled: new Map() }
  if (!Array.isArray(resources)) throw new EntryFault("its resources are neither a list nor 'dynamic'")
  const spelled = new Map<string, string>()
  const files = resources.slice(0, LIMITS.skillFiles + 1).map((resource) => {
    const { uri, digest, size } = objectIn(resource, 'a resource is not an object')
    if (typeof uri !== 'string') throw new EntryFault('a resource has no uri')
    const path = pathInside(skillPath, uri)
    if (childUri(folderUri, path) !== uri) spelled.set(path, uri)
    return { path, size: size as number, digest: digest as string }
  })
  if (resources.length > LIMITS.skillFiles) {
    throw new EntryFault(`it has ${resources.length} files, more than ${LIMITS.skillFiles}`)
  }
  const fault = filesFault(files)
  if (fault !== undefined) throw new EntryFault(fault)
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)), spelled }
}

function pathInside(skillPath: string, uri: string): string {
  const path = pathOfUri(uri)
  if (!path.startsWith(`${skillPath}/`))
    throw new EntryFault(`it lists ${quote(uri)}, which is outside the skill`)
  return path.slice(skillPath.length + 1)
}

function objectIn(value: unknown, problem: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new EntryFault(problem)
  return value as Record<string, unknown>
}

function uriIn(value: unknown): string | undefined {
  const uri = typeof value === 'object' && value !== null && 'uri' in value ? value.uri : undefined
  return typeof uri === 'string' ? uri : undefined
}
