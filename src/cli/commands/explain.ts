import type { Explanation } from '../../catalog/types.ts'
import { oneLine } from '../../text/one-line.ts'
import { table } from '../../text/table.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { findingLine } from '../finding-line.ts'
import { withCatalog } from '../open.ts'

const WAYS: Record<Explanation['resolvedBy'], string> = {
  path: 'its path in a folder of skills',
  mount: 'its path below the label of its source',
  name: 'its name',
  folder: 'the name of its folder',
  unlisted: 'asking its source, which does not list it',
  legacy: "the old form with 'local/'",
  guess: 'a spelling that fits only this skill',
}

/** `skillway explain REF`: how a reference is understood, what it hides or is hidden by, and what was noticed. */
export async function explain(context: CommandContext, reference: string): Promise<CommandResult> {
  const { io } = context
  const explanation = await withCatalog(context, (catalog) => catalog.explain(reference))
  const { uri, name, source, file, resolvedBy, shadows, shadowedBy, listable, diagnostics } = explanation
  const rows = [
    ['Skill', oneLine(name)],
    ['URI', uri],
    ...(file === null ? [] : [['File', oneLine(file)]]),
    ['Source', `${source.label} (${source.kind})`],
    ['Found by', WAYS[resolvedBy]],
    ...shadows.map((other) => ['Wins over', other]),
    ...(shadowedBy === null ? [] : [['Hidden by', `${shadowedBy} (the bare name means that one)`]]),
    ['Listable', listable ? 'yes: other MCP hosts are offered it' : 'no: only tools and resources serve it'],
  ]
  const findings = diagnostics.map((finding) => findingLine(finding, io.paint))
  return { json: explanation, text: [table(rows), ...findings].join('\n') }
}
