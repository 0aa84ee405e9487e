import { SkillwayError } from '../../errors.ts'
import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import { quote } from '../../text/quote.ts'
import { referenceNotFound, tooLarge } from '../read-errors.ts'
import type { SkillEntry } from '../types.ts'
import { safeWords } from './safe-words.ts'
import type { McpTransport } from './types.ts'
import { isMisformed, isNotServed, reasonOf } from './upstream-error.ts'
import { UpstreamFault } from './upstream-fault.ts'

/**
 * Words a server's failures: under the label that the host gave it, and fit to be shown to anybody. The errors keep no
 * cause, because what the server or its process said is in there as it was said.
 */
export interface UpstreamFailures {
  /** Any words of the server, on one short line. */
  words(text: string): string
  /** Why something failed, on one line. */
  reason(error: unknown): string
  /** The finding about a listing that is not complete. */
  incomplete(reason: string): Diagnostic
  /** The error for a caller who asked for a skill. */
  forSkill(error: unknown, skillPath: string): SkillwayError
  /** The error for a caller who asked for a file. */
  forFile(error: unknown, file: AskedFile): SkillwayError
}

interface AskedFile {
  entry: SkillEntry
  filePath: string
  /** Bytes that it has, or may have. */
  size: number
  /** True if the entry promises the file. */
  isListed: boolean
}

export function upstreamFailures(label: string, server: McpTransport): UpstreamFailures {
  const words = safeWords(server)
  const reason = (error: unknown) => words(reasonOf(error))
  const hint = `Look at the server ${quote(label)}: is its command or URL right, does it run, does it let you in?`

  return {
    words,
    reason,
    incomplete(why) {
      const message = `MCP server ${quote(label)} does not show all of its skills: ${why}`
      return { ...diagnostic('SOURCE_UNAVAILABLE', label, message, { hint }), source: label }
    },
    forSkill(error, skillPath) {
      if (kindOf(error) !== 'invalid') return unavailable(`skill ${quote(skillPath)}`, error)
      const message = `Skill ${quote(skillPath)} of MCP server ${quote(label)} cannot be used: ${reason(error)}`
      return new SkillwayError('SKILL_NOT_LOADABLE', message, { hint: 'Tell whoever runs the server.' })
    },
    forFile(error, file) {
      const { entry, filePath, size, isListed } = file
      if (isNotServed(error)) {
        if (isListed) return refused(file, 'its server does not serve it any more')
        return referenceNotFound(entry.skillPath, filePath, entry.knownPaths ?? [])
      }
      const kind = kindOf(error)
      if (kind === 'invalid' || (kind === 'too-large' && isListed)) return refused(file, reason(error))
      if (kind === 'too-large') return tooLarge(entry.skillPath, filePath, size)
      return unavailable(`file ${quote(filePath)} of skill ${quote(entry.name)}`, error)
    },
  }

  function unavailable(asked: string, error: unknown): SkillwayError {
    const message = `MCP server ${quote(label)} did not give ${asked}: ${reason(error)}`
    return new SkillwayError('SOURCE_UNAVAILABLE', message, { hint })
  }
}

function kindOf(error: unknown): UpstreamFault['kind'] | undefined {
  if (isMisformed(error)) return 'invalid'
  return error instanceof UpstreamFault ? error.kind : undefined
}

/** What came is not what the entry says, or nothing that could be: stale or wrong, the skill has to be asked for again. */
function refused({ filePath, entry }: AskedFile, why: string): SkillwayError {
  const message = `File ${quote(filePath)} in skill ${quote(entry.name)} was refused: ${why}`
  return new SkillwayError('VERIFICATION_FAILED', message, {
    hint: 'Load the skill again; if it fails again, tell whoever runs the server.',
  })
}
