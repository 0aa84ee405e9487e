import { SkillwayError } from '../errors.ts'
import { diagnostic } from '../skill/diagnostic.ts'
import type { SkillEntry, SkillSource, SourceCallOptions } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import { parseFilePath } from '../uri/file-path.ts'
import { entryFault } from './entry-fault.ts'
import { readWithEntry } from './read-with-entry.ts'
import { verificationFailed, verifyFile } from './verify-file.ts'

/**
 * The same source, except that a byte its entry does not promise is never returned. A read is bound to the entry that
 * the caller holds, or else to the current one; a file that the entry does not list is never even asked for.
 */
export function verified(source: SkillSource): SkillSource {
  const wrapper: SkillSource = {
    ...source,
    async get(skillPath, options) {
      const entry = await source.get(skillPath, options)
      return entry === undefined ? undefined : sound(entry)
    },
    async read(skillPath, filePath, options = {}) {
      if (options.held === undefined)
        return (await readWithEntry(wrapper, skillPath, filePath, options)).bytes
      await refuseUnlisted(wrapper, options.held, parseFilePath(filePath), options)
      const bytes = await source.read(skillPath, filePath, options)
      verifyFile(options.held, filePath, bytes)
      return bytes
    },
  }
  return wrapper
}

function sound(entry: SkillEntry): SkillEntry {
  const fault = entryFault(entry)
  if (fault !== undefined) {
    throw new SkillwayError(
      'VERIFICATION_FAILED',
      `The entry of skill ${quote(entry.name)} cannot be trusted: ${fault}`,
      { hint: 'Tell whoever runs the source; its other skills are not concerned.' },
    )
  }
  return entry.files === 'dynamic' ? withUnverifiable(entry) : entry
}

function withUnverifiable(entry: SkillEntry): SkillEntry {
  const finding = diagnostic(
    'UNVERIFIABLE',
    entry.skillPath,
    `The source gives no digests for ${quote(entry.name)}: what is read cannot be checked, and no approval of it is kept`,
    { hint: 'Ask whoever runs the source to list the files with their digests.' },
  )
  return { ...entry, diagnostics: [...entry.diagnostics, finding] }
}

/** A file that is new in the skill shows as a change of the skill, not as an unreadable file (SEP-2640, directories). */
async function refuseUnlisted(
  wrapper: SkillSource,
  held: SkillEntry,
  filePath: string,
  options: SourceCallOptions,
): Promise<void> {
  if (lists(held, filePath)) return
  if (held.files !== 'dynamic' && held.files.some(({ path }) => path.startsWith(`${filePath}/`))) {
    throw new SkillwayError(
      'REFERENCE_IS_DIRECTORY',
      `Reference is a folder: ${quote(filePath)} in skill ${quote(held.name)}`,
      { hint: 'Read one of the files in it.' },
    )
  }
  const current = await wrapper.get(held.skillPath, { signal: options.signal, fresh: true })
  if (current !== undefined && lists(current, filePath)) {
    throw verificationFailed(
      held,
      filePath,
      'the skill has changed since it was loaded; the file is new in it',
    )
  }
  throw new SkillwayError(
    'REFERENCE_NOT_FOUND',
    `Reference not found: ${quote(filePath)} in skill ${quote(held.name)}`,
    { hint: 'List the files of the skill to see what it has.' },
  )
}

function lists({ files }: SkillEntry, filePath: string): boolean {
  return files === 'dynamic' || files.some(({ path }) => path === filePath)
}
