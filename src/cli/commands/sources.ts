import type { SkillSource } from '../../sources/types.ts'
import { table } from '../../text/table.ts'
import { visible } from '../../text/visible.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { withCatalog } from '../open.ts'
import { withProgress } from '../progress.ts'

/** `skillway sources`: the places skills come from, in order of priority, and what each of them gives. */
export async function sources(context: CommandContext): Promise<CommandResult> {
  const { io } = context
  const { rows, roots } = await withCatalog(context, async (catalog, config) => ({
    rows: await withProgress(io, 'Asking the sources', Promise.all(catalog.sources.map(describe))),
    roots: config.roots.filter(({ optional }) => !optional).map(({ shown }) => shown),
  }))
  const lines = rows.map(({ label, kind, skills, errors, warnings }) => [
    label,
    kind,
    `${skills} ${skills === 1 ? 'skill' : 'skills'}`,
    problems(errors, warnings),
  ])
  const header = ['LABEL', 'KIND', 'SKILLS', 'PROBLEMS']
  const named =
    roots.length === 0 ? [] : [`Folders named by flags and config: ${roots.map(visible).join(', ')}`]
  return { json: { sources: rows }, text: [table([header, ...lines]), ...named].join('\n') }
}

async function describe(source: SkillSource) {
  const { skills, diagnostics } = await source.list()
  return {
    label: source.label,
    kind: source.kind,
    skills: skills.length,
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    warnings: diagnostics.filter(({ severity }) => severity === 'warning').length,
  }
}

function problems(errors: number, warnings: number): string {
  return errors + warnings === 0 ? 'none' : `${errors} errors, ${warnings} warnings`
}
