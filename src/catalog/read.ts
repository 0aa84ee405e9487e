import { contentOf } from '../skill/content.ts'
import { parseFilePath } from '../uri/file-path.ts'
import { formatSkillUri } from '../uri/format.ts'
import type { ReadFile, ReadOptions, Resolution } from './types.ts'

/** The file that a reference was resolved to; the skill itself means its `SKILL.md`. */
export async function readResolved(resolution: Resolution, options: ReadOptions = {}): Promise<ReadFile> {
  const { skill } = resolution
  const filePath =
    options.file === undefined ? (resolution.filePath ?? 'SKILL.md') : literalPath(options.file)
  const { signal, held } = options
  const bytes = await skill.from.read(skill.summary.skillPath, filePath, { signal, held })
  return {
    uri: formatSkillUri(skill.path, filePath),
    name: skill.name,
    source: skill.source,
    path: filePath,
    bytes,
    content: contentOf(filePath, bytes),
  }
}

/** A folder may be written with a slash at its end; the source answers with what the folder holds. */
function literalPath(file: string): string {
  return parseFilePath(file.length > 1 && file.endsWith('/') ? file.slice(0, -1) : file)
}
