import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Sizes of the generated collections. */
  sizes: number[]
  /** Names of the benchmarks; all where not given. */
  only: string[] | undefined
  /** How often each contestant is measured; where not given, as often as its size bears. */
  rounds: number | undefined
  peers: boolean
  /** Where the results go, without extension. */
  out: string
  /** A collection of real skills, measured beside the generated ones. */
  real: string | undefined
}

export const USAGE = `npm run bench -- [--n 10,100,1000,10000] [--only names,entries] [--rounds 5] [--no-peers] [--out FILE]
SKILLWAY_BENCH_SKILLS=DIR measures a folder of real skills as well.`

/** @throws TypeError for flags that there are not, RangeError for values that make no sense */
export function benchOptions(argv: readonly string[], env: NodeJS.ProcessEnv): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    allowNegative: true,
    options: {
      n: { type: 'string', default: '10,100,1000,10000' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      peers: { type: 'boolean', default: true },
      out: { type: 'string', default: '.bench/results' },
    },
  })
  return {
    sizes: values.n.split(',').map(wholeNumber),
    only: values.only?.split(','),
    rounds: values.rounds === undefined ? undefined : wholeNumber(values.rounds),
    peers: values.peers,
    out: values.out,
    real: env['SKILLWAY_BENCH_SKILLS'],
  }
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 100_000) {
    throw new RangeError(`${JSON.stringify(text)} is not a number from 1 to 100000`)
  }
  return value
}
