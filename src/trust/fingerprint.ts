import { digestOf } from '../skill/digest.ts'
import type { SkillEntry } from '../sources/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * One digest for all that an entry promises: every file's URI, digest and size, and the frontmatter. The order of the
 * files and of the fields does not matter. `undefined` for a dynamic entry: it promises nothing that could be held to.
 */
export function fingerprintOf(
  entry: Pick<SkillEntry, 'skillPath' | 'files' | 'frontmatter'>,
): string | undefined {
  if (entry.files === 'dynamic') return undefined
  const files = entry.files.map(({ path, digest, size }) =>
    JSON.stringify([formatSkillUri(entry.skillPath, path), digest, size]),
  )
  return digestOf(Buffer.from([...files.sort(), canonicalJson(entry.frontmatter)].join('\n')))
}
