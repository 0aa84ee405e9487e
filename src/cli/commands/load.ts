import { visibleLines } from '../../text/visible-lines.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { findingLine } from '../finding-line.ts'
import { withCatalog } from '../open.ts'

export interface LoadFlags {
  arguments?: string | undefined
  dialect?: 'bash' | 'claude' | undefined
}

/** `skillway load REF [ARGS...]`: a skill's instructions with the arguments put in. */
export async function load(
  context: CommandContext,
  reference: string,
  args: { words: string[]; flags: LoadFlags },
): Promise<CommandResult> {
  const given =
    args.flags.arguments ?? (args.words.length > 0 ? args.words.map(quoteWord).join(' ') : undefined)
  const loaded = await withCatalog(context, (catalog) =>
    catalog.load(reference, { arguments: given, dialect: args.flags.dialect }),
  )
  const { name, uri, source, frontmatter, body, text, diagnostics } = loaded
  const files =
    loaded.files === 'dynamic'
      ? loaded.files
      : loaded.files.map(({ path, size, mimeType }) => ({ path, size, mimeType }))
  return {
    json: { name, uri, source, frontmatter, body, text, files, diagnostics },
    text: context.io.isTerminal ? visibleLines(text) : text,
    notes: diagnostics
      .filter(({ severity }) => severity !== 'info')
      .map((finding) => findingLine(finding, context.io.paintNote)),
  }
}

/** A word of the command line as it must stand in one string so that it is one argument again. */
function quoteWord(word: string): string {
  if (word !== '' && !/[\s"']/.test(word)) return word
  return word.includes('"') ? `'${word}'` : `"${word}"`
}
