import type { Collection } from '../collection/collection.ts'
import type { BenchContext, Benchmark, Comparison, Measure, Reach } from '../report/types.ts'

/** Collections from which on a comparison says how far Skillway is. */
const LARGE = 1000

/** What is told of every whole process. */
export const PROCESS_MEASURES: [Measure, ...Measure[]] = [
  { key: 'ms', title: 'time', unit: 'ms' },
  { key: 'cpuMs', title: 'processor time', unit: 'ms' },
  { key: 'rssMb', title: 'peak memory', unit: 'MB' },
]

/** A benchmark that makes the same comparison in every collection. */
export function acrossCollections(
  name: string,
  compareIn: (collection: Collection, context: BenchContext) => Promise<Comparison>,
  reachesOf: (comparison: Comparison) => Reach[],
): Benchmark {
  return {
    name,
    async run(context) {
      const comparisons: Comparison[] = []
      for (const collection of context.collections) comparisons.push(await compareIn(collection, context))
      const large = comparisons.filter((_, at) => context.collections[at]!.skills >= LARGE)
      return { comparisons, reaches: large.flatMap(reachesOf) }
    },
  }
}
