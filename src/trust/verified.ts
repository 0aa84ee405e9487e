import { SkillwayError } from '../errors.ts'
import { filesFault } from '../sep2640/skill-from-wire.ts'
import { diagnostic } from '../skill/diagnostic.ts'
import { missingReference } from '../sources/missing-reference.ts'
import { referencePath } from '../sources/reference-path.ts'
import type { SkillEntry, SkillSource, SourceCallOptions } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import { hasErrorCode } from './error-code.ts'
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
      const { held } = options
      if (held === undefined) return (await readWithEntry(wrapper, skillPath, filePath, options)).bytes
      const path = referencePath(filePath)
      if (!lists(held, path)) throw await unlisted(wrapper, held, path, options)
      const bytes = await source.read(skillPath, path, options)
      verifyFile(held, path, bytes)
      return bytes
    },
  }
  return wrapper
}

function sound(entry: SkillEntry): SkillEntry {
  if (entry.files === 'dynamic') return withUnverifiable(entry)
  const fault = filesFault(entry.files)
  if (fault === undefined) return entry
  throw new SkillwayError(
    'VERIFICATION_FAILED',
    `The entry of skill ${quote(entry.name)} cannot be trusted: ${fault}`,
    { hint: 'Tell whoever runs the source; its other skills are not concerned.' },
  )
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

/** A file that is new in the skill shows as a change of the skill, not as a missing file (SEP-2640, directories). */
async function unlisted(
  wrapper: SkillSource,
  held: SkillEntry,
  filePath: string,
  options: SourceCallOptions,
): Promise<SkillwayError> {
  const missing = missingReference(held.skillPath, filePath, pathsIn(held))
  if (missing.code === 'REFERENCE_IS_DIRECTORY') return missing
  const current = await currentEntry(wrapper, held, options)
  return current !== undefined && lists(current, filePath)
    ? verificationFailed(
        held,
        filePath,
        'the skill has changed since it was loaded, and the file is new in it',
      )
    : missing
}

/** What the source says now; `undefined` also where it cannot be asked. */
async function currentEntry(
  wrapper: SkillSource,
  held: SkillEntry,
  { signal }: SourceCallOptions,
): Promise<SkillEntry | undefined> {
  try {
    return await wrapper.get(held.skillPath, { signal, fresh: true })
  } catch (error) {
    if (hasErrorCode(error, 'SOURCE_UNAVAILABLE')) return undefined
    throw error
  }
}

function lists({ files }: SkillEntry, filePath: string): boolean {
  return files === 'dynamic' || files.some(({ path }) => path === filePath)
}

function pathsIn({ files }: SkillEntry): string[] {
  return files === 'dynamic' ? [] : files.map(({ path }) => path)
}
