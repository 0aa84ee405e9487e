import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { distPath } from '../from-dist.ts'
import { compare, type Contestant, type Role } from '../measure/compare.ts'
import { spreadOf } from '../measure/spread.ts'
import type { Benchmark, Comparison, Reach } from '../report/types.ts'

const OURS = 'skillway'
const BARE = 'nothing'
const MOST_MS = 15

/** What it costs a program to import the package. */
export const imports: Benchmark = {
  name: 'imports',
  async run({ rounds }) {
    const contestants = [
      contestant(OURS, 'skillway', 'index.js'),
      contestant('skillway/tools', 'skillway', 'tools/index.js'),
      contestant('skillway/parse', 'skillway', 'parse.js'),
      contestant('skillway/mcp', 'skillway', 'mcp.js'),
      contestant(BARE, 'limit'),
    ]
    const comparison: Comparison = {
      title: 'Import',
      note: 'A whole process that imports the entry and ends.',
      measures: [{ key: 'ms', title: 'time', unit: 'ms' }],
      results: await compare(contestants, { rounds: rounds() * 2 }),
      reference: OURS,
    }
    return { comparisons: [comparison], reaches: [costOver(comparison)] }
  },
}

function contestant(name: string, role: Role, entry?: string): Contestant {
  const code = entry === undefined ? '' : `import ${JSON.stringify(pathToFileURL(distPath(entry)).href)}`
  return {
    name,
    role,
    async run() {
      const started = performance.now()
      const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' })
      const [exitCode] = (await once(child, 'exit')) as [number | null]
      if (exitCode !== 0) throw new Error(`ended with ${exitCode}`)
      return { ms: performance.now() - started }
    },
  }
}

function costOver({ results }: Comparison): Reach {
  const samplesOf = (name: string) => results.find((result) => result.name === name)!.samples
  const bare = samplesOf(BARE)
  const measured = spreadOf(samplesOf(OURS).map(({ ms }, round) => ms! - bare[round]!['ms']!))
  return {
    what: 'Import of `skillway`: more than Node alone',
    goal: `≤ ${MOST_MS}`,
    measured,
    unit: 'ms',
    reached: measured && measured.median <= MOST_MS,
  }
}
