import type { SkillSource } from '../../sources/types.ts'
import { oneLine } from '../../text/one-line.ts'
import { table } from '../../text/table.ts'
import { visible } from '../../text/visible.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { counted } from '../counted.ts'
import { withCatalog } from '../open.ts'
import { withProgress } from '../progress.ts'

/** What only sources behind MCP servers can tell. */
interface ServerStatus {
  state: string
  protocol: string | undefined
  protocolVersion: string | undefined
  latencyMs: number | undefined
  lastError: string | undefined
}

/** `skillway sources`: the places skills come from, in order of priority, and what each of them gives. */
export async function sources(context: CommandContext): Promise<CommandResult> {
  const { io } = context
  const { rows, roots } = await withCatalog(context, async (catalog, config) => ({
    rows: await withProgress(io, 'Asking the sources', Promise.all(catalog.sources.map(describe))),
    roots: config.roots.filter(({ optional }) => !optional).map(({ shown }) => shown),
  }))
  const lines = rows.map(({ label, kind, skills, errors, warnings, server }) => [
    label,
    kind,
    server === undefined ? 'ready' : server.state,
    server === undefined ? '' : [server.protocol, server.protocolVersion].filter(Boolean).join(' '),
    server?.latencyMs === undefined ? '' : `${Math.round(server.latencyMs)} ms`,
    counted(skills, 'skill'),
    server?.lastError === undefined ? problems(errors, warnings) : oneLine(server.lastError),
  ])
  const header = ['LABEL', 'KIND', 'STATE', 'PROTOCOL', 'LATENCY', 'SKILLS', 'PROBLEMS']
  const named =
    roots.length === 0 ? [] : [`Folders named by flags and config: ${roots.map(visible).join(', ')}`]
  return { json: { sources: rows }, text: [table([header, ...lines]), ...named].join('\n') }
}

async function describe(source: SkillSource & { status?: () => ServerStatus }) {
  const { skills, diagnostics } = await source.list()
  return {
    label: source.label,
    kind: source.kind,
    skills: skills.length,
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    warnings: diagnostics.filter(({ severity }) => severity === 'warning').length,
    ...(source.status === undefined ? {} : { server: source.status() }),
  }
}

function problems(errors: number, warnings: number): string {
  return errors + warnings === 0 ? 'none' : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`
}
