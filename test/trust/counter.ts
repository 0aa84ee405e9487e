import type { StateFormat } from '../../src/trust/state-format.ts'

export interface Counter {
  n: number
  /** Filled with `n`, so that a part of one state and a part of another would show. */
  fill: number[]
}

/** State for the tests: big enough that writing it takes more than one page. */
export const COUNTER: StateFormat<Counter> = {
  kind: 'counter',
  version: 1,
  empty: { n: 0, fill: [] },
  parse(value) {
    const { n, fill } = value as Counter
    if (typeof n !== 'number' || fill.some((item) => item !== n)) throw new Error('torn')
    return { n, fill }
  },
}

export function incremented({ n }: Counter): Counter {
  return { n: n + 1, fill: Array.from<number>({ length: 2000 }).fill(n + 1) }
}
