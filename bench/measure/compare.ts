/** What is measured once: numbers by what they are. */
export type Sample = Record<string, number>

/** Skillway; another project that does the same; or what the machine can do at best. */
export type Role = 'skillway' | 'peer' | 'limit'

export interface Contestant {
  name: string
  role: Role
  run(): Promise<Sample>
}

export interface Result {
  name: string
  role: Role
  /** One a round; in the same round all contestants meet the same machine. */
  samples: Sample[]
  /** Why there are none. */
  failure?: string
}

export interface CompareOptions {
  rounds: number
  /** Rounds before the first that counts. */
  warmUps?: number
}

/** Lets contestants run in turns, every second round backwards. One that fails is left out and says why. */
export async function compare(
  contestants: readonly Contestant[],
  { rounds, warmUps = 1 }: CompareOptions,
): Promise<Result[]> {
  const results = new Map<Contestant, Result>(
    contestants.map((contestant) => [
      contestant,
      { name: contestant.name, role: contestant.role, samples: [] },
    ]),
  )
  for (let round = -warmUps; round < rounds; round++) {
    const order = round % 2 === 0 ? contestants : contestants.toReversed()
    for (const contestant of order) await runOnce(contestant, results.get(contestant)!, round >= 0)
  }
  return [...results.values()]
}

async function runOnce(contestant: Contestant, result: Result, counts: boolean): Promise<void> {
  if (result.failure !== undefined) return
  try {
    const sample = await contestant.run()
    if (counts) result.samples.push(sample)
  } catch (error) {
    result.failure = error instanceof Error ? error.message : String(error)
    result.samples = []
  }
}
