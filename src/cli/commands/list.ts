import type { Catalog, CatalogSkill } from '../../catalog/types.ts'
import { SkillwayError } from '../../errors.ts'
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.ts'
import { oneLine } from '../../text/one-line.ts'
import { quote } from '../../text/quote.ts'
import { table } from '../../text/table.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { counted } from '../counted.ts'
import { findingLine } from '../finding-line.ts'
import { HOW_TO_BEGIN } from '../how-to-begin.ts'
import { withCatalog } from '../open.ts'
import { withProgress } from '../progress.ts'

/** `skillway list`: every skill, where it comes from, and what could not be loaded. */
export async function list(
  context: CommandContext,
  options: { query?: string; source?: string },
): Promise<CommandResult> {
  const { io } = context
  const listing = await withCatalog(context, async (catalog, config) => {
    if (options.source !== undefined) checkLabel(options.source, catalog)
    const { skills, diagnostics } = await withProgress(io, 'Reading skills', catalog.list(options))
    return { skills, diagnostics: [...config.diagnostics, ...diagnostics] }
  })
  const { skills, diagnostics } = listing
  const notes = noteLines(diagnostics, context)
  const isBeginning = skills.length + notes.length === 0 && Object.keys(options).length === 0
  return {
    json: { skills: skills.map(listed), diagnostics },
    get text() {
      if (skills.length > 0) return skillTable(skills, context)
      return options.query === undefined ? 'No skills available' : NO_MATCH
    },
    notes: isBeginning ? [`To begin, ${HOW_TO_BEGIN}.`] : notes,
  }
}

function checkLabel(label: string, { sources }: Catalog): void {
  const labels = sources.map((source) => source.label)
  if (labels.includes(label)) return
  throw new SkillwayError('USAGE', `No source has the label ${quote(label)}`, {
    hint: `There is ${labels.map(quote).join(', ')}.`,
  })
}

/** What `list --json` and `search --json` say of a skill. */
export function listed({ name, description, uri, source, listable, collisions }: CatalogSkill) {
  return { name, description, uri, source, listable, collisions }
}

/** Skills as a table: name, source where there are several, URI where it is not just the name, description. */
export function skillTable(skills: readonly CatalogSkill[], { io }: CommandContext): string {
  const severalSources = new Set(skills.map(({ source }) => source.label)).size > 1
  const uris = skills.some(({ name, uri }) => uri !== `skill://${name}`)
  const rows = skills.map(({ name, uri, source, description }) => [
    oneLine(name),
    ...(uris ? [uri] : []),
    ...(severalSources ? [source.label] : []),
    oneLine(description),
  ])
  return table(rows, io.width)
}

/** What `list --query` and `search` say where nothing fits. */
export const NO_MATCH = `No skill matches. Try other words, or 'skillway list'.`

/** Findings that are shown in full; hundreds of them would hide the list. */
const MAX_LOUD = 20
const LOUD = new Set<DiagnosticCode>(['NAME_COLLISION', 'SOURCE_UNAVAILABLE', 'ROOT_MISSING'])

/**
 * Errors, collisions, folders that are not there and sources that could not be asked in full; of the rest how many there are
 * and how to see them.
 */
function noteLines(diagnostics: readonly Diagnostic[], { io }: CommandContext): string[] {
  const loud = diagnostics.filter(({ severity, code }) => severity === 'error' || LOUD.has(code))
  const quiet = diagnostics.filter((finding) => finding.severity === 'warning' && !loud.includes(finding))
  return [
    ...loud.slice(0, MAX_LOUD).map((finding) => findingLine(finding, io.paintNote)),
    ...countLines(loud.slice(MAX_LOUD), 'more such finding'),
    ...countLines(quiet, 'more warning'),
  ]
}

/** How many findings there are that are not shown, and how to see them. */
function countLines(findings: readonly Diagnostic[], what: string): string[] {
  return ['skillway check', 'skillway doctor', 'skillway list --json'].flatMap((shows) => {
    const count = findings.filter((finding) => whatShows(finding) === shows).length
    return count === 0 ? [] : [`${counted(count, what)}: run '${shows}' to see them.`]
  })
}

/** The command that says more of a finding: `check` looks at folders alone. */
function whatShows({ code, source }: Diagnostic): string {
  if (code.startsWith('CONFIG_')) return 'skillway doctor'
  return source === undefined || source === 'local' ? 'skillway check' : 'skillway list --json'
}
