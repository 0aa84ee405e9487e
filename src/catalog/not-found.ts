import { SkillwayError } from '../errors.ts'
import type { Diagnostic } from '../skill/diagnostic.ts'
import { nearest } from '../text/nearest.ts'
import { quote } from '../text/quote.ts'
import { visible } from '../text/visible.ts'
import type { SkillReference } from '../uri/parse.ts'
import type { Snapshot } from './snapshot.ts'

/** How many names a message about a missing skill holds. */
const MAX_NAMES = 20

/**
 * The error for a reference that means no skill: why the skill cannot be loaded where it is there, why its server cannot be
 * asked, else the closest names.
 */
export function notFound({ form, segments, text }: SkillReference, snapshot: Snapshot): SkillwayError {
  const wanted = form === 'name' ? text : belowLabel(segments, snapshot)
  const start = `Skill not found: ${quote(wanted)}.`
  const refusal = refusalOf(segments, snapshot.diagnostics)
  if (refusal !== undefined) {
    const where = refusal.line === undefined ? refusal.path : `${refusal.path}:${refusal.line}`
    const message = `${start} It exists but cannot be loaded: ${refusal.message} (${visible(where)})`
    return new SkillwayError(
      'SKILL_NOT_LOADABLE',
      message,
      refusal.hint === undefined ? {} : { hint: refusal.hint },
    )
  }
  const missing = missingSource(segments, snapshot)
  if (missing !== undefined) {
    const hint = missing.hint === undefined ? {} : { hint: missing.hint }
    return new SkillwayError('SOURCE_UNAVAILABLE', `${start} ${missing.message}`, hint)
  }
  if (snapshot.skills.length === 0) {
    return new SkillwayError('SKILL_NOT_FOUND', `${start} No skills available`, {
      hint: 'Put a folder with a SKILL.md into a skills folder, or name one with --skills.',
    })
  }
  const names = nearest(
    wanted.split('/').at(-1)!,
    new Set(snapshot.skills.map(({ name }) => name)),
    MAX_NAMES,
  )
  return new SkillwayError('SKILL_NOT_FOUND', `${start} Available: ${names.map(visible).join(', ')}`, {
    hint: 'Check the spelling, or list the skills to see them all.',
  })
}

/** The skill that a URI means: below the label of a server, its first segment there, and never the label alone. */
function belowLabel([label, skill]: string[], { skills }: Snapshot): string {
  const isLabel = skills.some(({ source }) => source.kind === 'mcp' && source.label === label)
  return isLabel && skill !== undefined ? `${label}/${skill}` : label!
}

/** What keeps a server from showing all of its skills: the server that the reference names, or any where nothing is shown at all. */
function missingSource([label]: string[], { skills, diagnostics }: Snapshot): Diagnostic | undefined {
  return diagnostics.find(
    ({ code, source }) => code === 'SOURCE_UNAVAILABLE' && (source === label || skills.length === 0),
  )
}

/** The error that kept a skill of this name or path out of the catalog. */
function refusalOf(segments: string[], diagnostics: Diagnostic[]): Diagnostic | undefined {
  const errors = diagnostics.filter(
    ({ code, severity, path }) =>
      severity === 'error' && (path.endsWith('/SKILL.md') || code === 'DIR_UNREADABLE'),
  )
  const folder = (finding: Diagnostic) => finding.path.replace(/\/SKILL\.md$/, '')
  return (
    errors.find((finding) => folder(finding) === segments.join('/')) ??
    errors.find((finding) => folder(finding).split('/').at(-1) === segments[0])
  )
}
