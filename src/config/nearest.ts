/** Edits that may lie between a typo and what was meant. */
const MAX_EDITS = 2

/** What somebody most likely meant who wrote `word`: one of `words`, or nothing if none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const same = words.find((candidate) => plain(candidate) === plain(word))
  if (same !== undefined || word.length > 64) return same
  const scored = words.map((candidate) => ({ candidate, edits: editsBetween(plain(word), plain(candidate)) }))
  const best = scored.sort((a, b) => a.edits - b.edits)[0]
  if (best === undefined) return undefined
  return best.edits <= Math.min(MAX_EDITS, Math.floor(best.candidate.length / 2)) ? best.candidate : undefined
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(replaced, rows[i - 1]![j]! + 1, row[j - 1]! + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) row[j] = Math.min(row[j], rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
