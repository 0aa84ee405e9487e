import { SkillwayError } from '../errors.ts'
import { diagnostic } from '../skill/diagnostic.ts'
import type { SkillSource, SourceCallOptions, SourceListing } from '../sources/types.ts'
import { oneLine } from '../text/one-line.ts'
import { quote } from '../text/quote.ts'

/** What a source shows. One that fails shows nothing and why, and hides no other. */
export async function listingOf(source: SkillSource, options?: SourceCallOptions): Promise<SourceListing> {
  try {
    return await source.list(options)
  } catch (error) {
    options?.signal?.throwIfAborted()
    return { skills: [], diagnostics: [failed(source, error)] }
  }
}

/** Nothing is repeated of an error that is not ours: it may hold paths of the host. */
function failed({ label }: SkillSource, error: unknown) {
  const why = error instanceof SkillwayError ? oneLine(error.message) : `it failed (${kindOf(error)})`
  const message = `Source ${quote(label)} does not show its skills: ${why}`
  const hint = 'Mend the source; the other sources are not concerned.'
  return diagnostic('SOURCE_UNAVAILABLE', label, message, { hint })
}

function kindOf(error: unknown): string {
  return error instanceof Error ? oneLine(error.name).slice(0, 64) : typeof error
}
