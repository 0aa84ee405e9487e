import type { CommandContext, CommandResult } from '../context.ts'
import { withCatalog } from '../open.ts'
import { withProgress } from '../progress.ts'
import { listed, NO_MATCH, skillTable } from './list.ts'

/** `skillway search WORDS...`: skills by what they do, best first. */
export async function search(
  context: CommandContext,
  query: string,
  options: { limit: number },
): Promise<CommandResult> {
  const hits = await withCatalog(context, (catalog) =>
    withProgress(context.io, 'Searching', catalog.search(query, options)),
  )
  return {
    json: { skills: hits.map((hit) => ({ ...listed(hit), score: hit.score })) },
    text: hits.length === 0 ? NO_MATCH : skillTable(hits, context),
    exitCode: hits.length === 0 ? 1 : 0,
  }
}
