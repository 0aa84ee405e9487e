import { oneLine } from '../../text/one-line.ts'
import { table } from '../../text/table.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { counted } from '../counted.ts'
import { withCatalog } from '../open.ts'

/** `skillway tree REF`: the files of a skill with their sizes. */
export async function tree(context: CommandContext, reference: string): Promise<CommandResult> {
  const skill = await withCatalog(context, (catalog) => catalog.tree(reference))
  const { files, uri } = skill
  if (files === 'dynamic') return { json: skill, text: `${uri}: the source publishes no list of files` }
  const rows = files.map(({ path, size, mimeType }) => [oneLine(path), String(size), mimeType])
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const total = `${counted(files.length, 'file')}, ${counted(bytes, 'byte')}`
  return { json: skill, text: `${uri}\n${table(rows, context.io.width)}\n${total}` }
}
