/** Numbers that look random and are the same in every run. */
export interface SeededRandom {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0, less than `end`. */
  below(end: number): number
  pick<T>(items: readonly T[]): T
  /** True in that share of calls. */
  happens(share: number): boolean
  /** A size whose logarithm is normally distributed, given its median and its 90th percentile. */
  size(median: number, ninetieth: number): number
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    pick: (items) => items[below(items.length)]!,
    happens: (share) => next() < share,
    size(median, ninetieth) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.round(median * Math.exp((normal * Math.log(ninetieth / median)) / NINETIETH))
    },
  }
}

/** Standard deviations from the median of a normal distribution to its 90th percentile. */
const NINETIETH = 1.2816
