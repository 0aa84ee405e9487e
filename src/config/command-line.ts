/**
 * The words of a command line: split at white space, `'…'` taken literally, `"…"` with `\"` and `\\` as escapes. A
 * backslash elsewhere escapes white space, a quote or a backslash, and is itself before anything else (`C:\tools`).
 * Nothing is expanded and no shell is run. Nothing comes back where a quote is left open.
 */
export function splitCommandLine(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!
    const next = line[i + 1] ?? ''
    if (character === '\\' && escapes(next, quote)) {
      word = (word ?? '') + next
      i++
    } else if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (!/\s/.test(character)) word = (word ?? '') + character
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  if (quote !== '') return undefined
  return word === undefined ? words : [...words, word]
}

function escapes(next: string, quote: string): boolean {
  if (quote === "'") return false
  return quote === '"' ? /["\\]/.test(next) : /["'\\\s]/.test(next)
}
