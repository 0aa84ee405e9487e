import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { resolvePath } from './resolve-path.ts'
import { shownAsWritten } from './shown-path.ts'
import type { ConfigRoot } from './types.ts'

/**
 * The folders that `--skills` names, in that order; they come before those of the config.
 *
 * @throws SkillwayError `USAGE`
 */
export function rootsFromFlags(
  folders: readonly string[],
  { cwd, home }: { cwd: string; home: string },
): ConfigRoot[] {
  return folders.map((written) => {
    const { path, problem } = resolvePath(written, { folder: cwd, home })
    if (path !== undefined && written !== '') return { path, shown: shownAsWritten(written), optional: false }
    throw new SkillwayError('USAGE', `--skills ${quote(written)} ${problem ?? 'names no folder'}`, {
      hint: 'Name a folder that holds skills: --skills ./skills',
    })
  })
}
