/** White space as Python's `str.split` sees it, which AgentPool splits with; JavaScript's `\s` differs. */
const SPACE = '\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const SPACES = new RegExp(`[${SPACE}]*`, 'y')
const PLAIN_WORD = new RegExp(`[^${SPACE}]+`, 'y')
/** A quote that opens a word, up to the first one that closes a word. */
const QUOTED_WORD: Record<string, RegExp> = {
  '"': new RegExp(`"(.*?)"(?![^${SPACE}])`, 'sy'),
  "'": new RegExp(`'(.*?)'(?![^${SPACE}])`, 'sy'),
}

/**
 * The words of an argument string, split on white space. `"..."` and `'...'` group only where they open a word and close
 * one, so that `don't stop` is two words; a quote without a partner is a letter like any other.
 */
export function splitArguments(text: string): string[] {
  const words: string[] = []
  /** Quotes that nothing closes from here on: looked for once, which keeps this linear. */
  const unclosed = new Set<string>()
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  for (take(SPACES); at < text.length; take(SPACES)) {
    const quote = text[at]!
    const quotedWord = unclosed.has(quote) ? undefined : QUOTED_WORD[quote]
    const quoted = quotedWord && take(quotedWord)
    if (quotedWord && !quoted) unclosed.add(quote)
    words.push(quoted ? quoted[1]! : take(PLAIN_WORD)![0])
  }
  return words
}
