import type { Result } from '../measure/compare.ts'
import { type Spread, spreadOf } from '../measure/spread.ts'
import type { Comparison, Measure, Reach } from './types.ts'

export interface Wish {
  what: string
  /** Whom Skillway is compared with; of several the best one counts. */
  rivals: (result: Result) => boolean
  /** How many times as good as the rival Skillway wants to be, … */
  atLeast?: number
  /** … or how many times as much it may need. */
  atMost?: number
  /** Another measure than the first. */
  key?: string
}

/** Compares Skillway with the best of its rivals. */
export function reachOf(comparison: Comparison, { what, rivals, atLeast, atMost, key }: Wish): Reach {
  const measure = comparison.measures.find((each) => each.key === key) ?? comparison.measures[0]
  const best = bestOf(comparison.results.filter(rivals), measure)
  const advantage = best === undefined ? undefined : advantageOver(comparison, best, measure)
  const measured = advantage !== undefined && atMost !== undefined ? inverse(advantage) : advantage
  const reached = measured && measured.median <= (atMost ?? Infinity) && measured.median >= (atLeast ?? 0)
  return {
    what: `${comparison.title}: ${what}${best === undefined ? '' : ` (${best.name})`}`,
    goal: atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`,
    measured,
    unit: '×',
    reached,
  }
}

/** How many times as good as `result` the reference is in a measure, round by round; above one it is the better. */
export function advantageOver(
  { measures, results, reference }: Comparison,
  result: Result,
  { key, better = 'lower' }: Measure = measures[0],
): Spread | undefined {
  const own = results.find(({ name }) => name === reference)
  const ratios = result.samples.map((sample, round) => {
    const [theirs, ours] = [sample[key] ?? NaN, own?.samples[round]?.[key] ?? NaN]
    return better === 'lower' ? theirs / ours : ours / theirs
  })
  return spreadOf(ratios.filter((ratio) => Number.isFinite(ratio)))
}

function bestOf(results: Result[], { key, better = 'lower' }: Measure): Result | undefined {
  const sign = better === 'lower' ? 1 : -1
  const cost = ({ samples }: Result): number =>
    sign * (spreadOf(samples.map((sample) => sample[key] ?? NaN))?.median ?? NaN)
  return results.filter((result) => Number.isFinite(cost(result))).sort((a, b) => cost(a) - cost(b))[0]
}

function inverse({ median, low, high }: Spread): Spread {
  return { median: 1 / median, low: 1 / high, high: 1 / low }
}
