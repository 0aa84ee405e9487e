import { skillNotFound } from '../sources/read-errors.ts'
import type { SkillEntry, SkillSource, SourceCallOptions } from '../sources/types.ts'
import { hasErrorCode } from './error-code.ts'

/** A file and the entry under which it was read. */
export interface HeldFile {
  entry: SkillEntry
  bytes: Uint8Array
}

/**
 * Reads a file under the skill's current entry and gives both, so that later reads can be bound to the same entry.
 * An entry that turns out to be stale is asked for once more; content that fails again is an error (SEP-2640, acting window).
 *
 * @throws SkillwayError `SKILL_NOT_FOUND`, and those of reading
 */
export async function readWithEntry(
  source: SkillSource,
  skillPath: string,
  filePath: string,
  options: SourceCallOptions = {},
): Promise<HeldFile> {
  try {
    return await readUnder(await entryOf(source, skillPath, options), source, filePath, options)
  } catch (error) {
    if (!hasErrorCode(error, 'VERIFICATION_FAILED')) throw error
    try {
      const refreshed = await entryOf(source, skillPath, { ...options, fresh: true })
      return await readUnder(refreshed, source, filePath, options)
    } catch (second) {
      // A source that breaks off when it is asked again explains less than what it did before.
      throw hasErrorCode(second, 'SOURCE_UNAVAILABLE') ? error : second
    }
  }
}

async function entryOf(
  source: SkillSource,
  skillPath: string,
  options: SourceCallOptions,
): Promise<SkillEntry> {
  const entry = await source.get(skillPath, options)
  if (entry === undefined) throw skillNotFound(skillPath)
  return entry
}

async function readUnder(
  entry: SkillEntry,
  source: SkillSource,
  filePath: string,
  options: SourceCallOptions,
): Promise<HeldFile> {
  return { entry, bytes: await source.read(entry.skillPath, filePath, { ...options, held: entry }) }
}
