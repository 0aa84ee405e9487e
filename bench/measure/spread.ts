/** Several measurements of one thing. */
export interface Spread {
  median: number
  low: number
  high: number
}

export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median =
    sorted.length % 2 === 0 ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!
  return { median, low: sorted[0]!, high: sorted.at(-1)! }
}
