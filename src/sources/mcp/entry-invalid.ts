import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import { quote } from '../../text/quote.ts'
import { truncate } from '../../text/truncate.ts'
import { visible } from '../../text/visible.ts'

/** The finding about an entry that was left out; `uri` is what the server gave, if that was a text. */
export function entryInvalid(uri: string | undefined, problem: string): Diagnostic {
  const what = uri === undefined ? 'An entry of the listing' : `The entry ${quote(uri)}`
  const path = uri === undefined ? 'skills/list' : visible(truncate(uri, 256))
  return diagnostic('ENTRY_INVALID', path, `${what} was refused: ${problem}`, {
    hint: 'Tell whoever runs the server; its other skills are not concerned.',
  })
}
