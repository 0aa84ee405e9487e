import type { CatalogSkill } from '../../catalog/types.ts'
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.ts'
import { oneLine } from '../../text/one-line.ts'
import { table } from '../../text/table.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { findingLine } from '../finding-line.ts'
import { withCatalog } from '../open.ts'
import { withProgress } from '../progress.ts'

/** `skillway list`: every skill, where it comes from, and what could not be loaded. */
export async function list(
  context: CommandContext,
  options: { query?: string; source?: string },
): Promise<CommandResult> {
  const { io } = context
  const listing = await withCatalog(context, (catalog, config) =>
    withProgress(io, 'Reading skills', catalog.list(options)).then(({ skills, diagnostics }) => ({
      skills,
      diagnostics: [...config.diagnostics, ...diagnostics],
    })),
  )
  const { skills, diagnostics } = listing
  return {
    json: { skills: skills.map(listed), diagnostics },
    get text() {
      return skills.length === 0 ? 'No skills available' : skillTable(skills, context)
    },
    notes: noteLines(diagnostics, context),
  }
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

const LOUD = new Set<DiagnosticCode>(['NAME_COLLISION', 'SOURCE_UNAVAILABLE'])

/** Errors, collisions and sources that could not be asked in full; of the rest how many there are and how to see them. */
function noteLines(diagnostics: readonly Diagnostic[], { io }: CommandContext): string[] {
  const loud = diagnostics.filter(({ severity, code }) => severity === 'error' || LOUD.has(code))
  const quiet = diagnostics.filter(
    (finding) => finding.severity === 'warning' && !loud.includes(finding),
  ).length
  const lines = loud.map((finding) => findingLine(finding, io.paintNote))
  if (quiet > 0)
    lines.push(`${quiet} more ${quiet === 1 ? 'warning' : 'warnings'}: run 'skillway check' to see them.`)
  return lines
}
