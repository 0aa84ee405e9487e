import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { unknownUri } from './protocol-error.ts'

export interface LocatedBytes {
  bytes: Uint8Array
  /** Path of the file in its skill. */
  path: string
  skill: PlacedSkill
}

/** The name under which FastMCP clients ask for the list of a skill's files. */
const MANIFEST = '_manifest'

/** The bytes at a canonical URI; -32602 for a URI at which nothing is served. */
export async function readLocated(
  catalog: Catalog,
  uri: string,
  options: { signal: AbortSignal },
): Promise<LocatedBytes> {
  const location = await catalog.locate(uri, options)
  if (location?.skill === undefined || location.filePath === '') throw unknownUri(uri)
  const { skill, filePath } = location
  if (filePath === MANIFEST) return readManifest(skill, uri, options)
  return { bytes: await skill.from.read(skill.summary.skillPath, filePath, options), path: filePath, skill }
}

/** The skill's own file of that name where it has one, else its file list as FastMCP's skills provider writes it. */
async function readManifest(
  skill: PlacedSkill,
  uri: string,
  options: { signal: AbortSignal },
): Promise<LocatedBytes> {
  const { from, summary, name } = skill
  const entry = await from.get(summary.skillPath, options)
  if (entry === undefined || entry.files === 'dynamic') throw unknownUri(uri)
  if (entry.files.some(({ path }) => path === MANIFEST))
    return { bytes: await from.read(summary.skillPath, MANIFEST, options), path: MANIFEST, skill }
  const files = entry.files.map(({ path, size, digest }) => ({ path, size, hash: digest }))
  const bytes = Buffer.from(JSON.stringify({ skill: name, files }, null, 2))
  return { bytes, path: 'manifest.json', skill }
}
