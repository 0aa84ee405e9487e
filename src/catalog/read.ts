import { SkillwayError } from '../errors.ts'
import { contentOf } from '../skill/content.ts'
import { quote } from '../text/quote.ts'
import { parseFilePath } from '../uri/file-path.ts'
import { formatSkillUri } from '../uri/format.ts'
import { checkText } from './check-text.ts'
import type { PlacedSkill, ReadFile, ReadOptions, Resolution } from './types.ts'

/** The file that a reference was resolved to; the skill itself means its `SKILL.md`. */
export async function readResolved(resolution: Resolution, options: ReadOptions = {}): Promise<ReadFile> {
  const { skill } = resolution
  checkText('file', options.file)
  const filePath =
    options.file === undefined ? (resolution.filePath ?? 'SKILL.md') : literalPath(options.file, skill)
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

/**
 * A folder may be written with a slash at its end; the source answers with what the folder holds. A URI is refused, even
 * one of the same source: what a skill may read is bound to that skill (SEP-2640, reads are bound to the origin).
 */
function literalPath(file: string, { name, uri }: PlacedSkill): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file)) {
    const message = `${quote(file)} is no file of skill ${quote(name)}, which is ${uri}`
    throw new SkillwayError('INVALID_URI', message, {
      hint: 'Give a path in that skill, such as references/guide.md. Another skill has to be loaded by itself.',
    })
  }
  return parseFilePath(file.length > 1 && file.endsWith('/') ? file.slice(0, -1) : file)
}
