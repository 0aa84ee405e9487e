import type { Catalog } from '../catalog/types.ts'
import type { PlacedSkill } from '../catalog/types.ts'
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
  if (filePath === MANIFEST)
    return { bytes: await manifest(skill, uri, options), path: 'manifest.json', skill }
  return { bytes: await skill.from.read(skill.summary.skillPath, filePath, options), path: filePath, skill }
}

/** The file list in the shape of FastMCP's skills provider, whose own client utilities read it. */
async function manifest(
  skill: PlacedSkill,
  uri: string,
  options: { signal: AbortSignal },
): Promise<Uint8Array> {
  const entry = await skill.from.get(skill.summary.skillPath, options)
  if (entry === undefined || entry.files === 'dynamic') throw unknownUri(uri)
  const files = entry.files.map(({ path, size, digest }) => ({ path, size, hash: digest }))
  return Buffer.from(JSON.stringify({ skill: skill.name, files }, null, 2))
}
