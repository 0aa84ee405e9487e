/** Words that the core schema of YAML does not read as text, and what it reads. */
const WORDS = new Map<string, boolean | null>([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])

export function readsAsNoText(word: string): boolean {
  return WORDS.has(word)
}

/** What such a word means; `undefined` for all others. */
export function meaningOf(word: string): boolean | null | undefined {
  return WORDS.get(word)
}
