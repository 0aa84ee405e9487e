import { visibleLines } from '../../text/visible-lines.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { withCatalog } from '../open.ts'

/** `skillway read URI`: the bytes of a file of a skill, nothing else. */
export async function read(context: CommandContext, reference: string): Promise<CommandResult> {
  const file = await withCatalog(context, (catalog) => catalog.read(reference))
  const { uri, name, source, path, bytes, content } = file
  const text = content.type === 'text' ? content.text : undefined
  const base64 = Buffer.from(bytes).toString('base64')
  return {
    json: {
      uri,
      name,
      source,
      path,
      size: bytes.length,
      mimeType: content.mimeType,
      ...(text === undefined ? { blob: base64 } : { text }),
    },
    text: context.io.isTerminal && text !== undefined ? visibleLines(text) : bytes,
  }
}
