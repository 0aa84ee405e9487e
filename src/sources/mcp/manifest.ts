import { SkillwayError } from '../../errors.ts'
import { filesFault } from '../../sep2640/skill-from-wire.ts'
import type { SkillFile } from '../../skill/types.ts'
import { parseFilePath } from '../../uri/file-path.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Last segment of the URI of a FastMCP manifest, which is a resource beside the skill's files and none of them. */
export const MANIFEST = '_manifest'

/** What a FastMCP manifest says of a skill's files. */
export interface Manifest {
  /** `dynamic` where it gives no digests. */
  files: SkillFile[] | 'dynamic'
  paths: string[]
}

/**
 * Reads `{skill, files: [{path, size, hash}]}` as FastMCP writes it, or `{name, files: ["…"]}` as AgentPool documents it.
 *
 * @throws UpstreamFault if it is neither, or lists files that cannot be a skill's
 */
export function parseManifest(bytes: Uint8Array): Manifest {
  const files = filesIn(bytes)
  try {
    const paths = files.map((file) => parseFilePath(pathIn(file))).sort()
    const digests = files.map(withDigest)
    if (digests.some((file) => file === undefined)) return { files: 'dynamic', paths }
    const complete = (digests as SkillFile[]).sort((one, other) => (one.path < other.path ? -1 : 1))
    const fault = filesFault(complete)
    if (fault !== undefined) throw invalid(fault)
    return { files: complete, paths }
  } catch (error) {
    if (error instanceof SkillwayError) throw invalid(error.message)
    throw error
  }
}

function filesIn(bytes: Uint8Array): unknown[] {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalid('it is not JSON')
  }
  const files =
    typeof manifest === 'object' && manifest !== null && 'files' in manifest ? manifest.files : undefined
  if (!Array.isArray(files)) throw invalid('it has no list of files')
  return files
}

function pathIn(file: unknown): string {
  const path = typeof file === 'object' && file !== null && 'path' in file ? file.path : file
  if (typeof path !== 'string') throw invalid('it lists a file without a path')
  return path
}

function withDigest(file: unknown): SkillFile | undefined {
  if (typeof file === 'string') return undefined
  const { path, size, hash } = file as { path: string; size: number; hash: string }
  return hash === undefined ? undefined : { path, size, digest: hash }
}

function invalid(why: string): UpstreamFault {
  return new UpstreamFault('invalid', `its manifest of the skill is not valid: ${why}`)
}
