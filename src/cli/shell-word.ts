/** A word of a command line, for a shell to read as one word. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quotedWord(word)
}

/** The same in quotes, also where it needs none. */
export function quotedWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
