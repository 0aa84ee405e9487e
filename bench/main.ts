// Measures Skillway beside its peers and beside what the machine can do. See docs/performance.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BENCHMARKS } from './benchmarks/index.ts'
import { type Collection, generatedCollection } from './collection/collection.ts'
import { realCollection } from './collection/real-collection.ts'
import { type BenchOptions, benchOptions, USAGE } from './options.ts'
import { installPeers } from './peers/peers.ts'
import { machineLine, thisMachine } from './report/machine.ts'
import { markdownOf } from './report/markdown.ts'
import type { Benchmark, BenchContext, Findings } from './report/types.ts'

await main(process.argv.slice(2))

async function main(argv: string[]): Promise<void> {
  let options: BenchOptions
  try {
    options = benchOptions(argv, process.env)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`)
    process.exitCode = 2
    return
  }
  const chosen = choose(options.only)
  if (chosen === undefined) return
  const machine = thisMachine()
  const context = await contextFor(options)
  const findings: Findings = { reaches: [], comparisons: [], facts: [] }
  for (const benchmark of chosen) add(findings, await measured(benchmark, context))
  const markdown = `${machineLine(machine)}\n\n${markdownOf(findings)}`
  mkdirSync(dirname(options.out), { recursive: true })
  writeFileSync(`${options.out}.md`, markdown)
  writeFileSync(`${options.out}.json`, `${JSON.stringify({ machine, ...findings }, undefined, 2)}\n`)
  process.stdout.write(`\n${markdown}`)
}

function choose(only: string[] | undefined): readonly Benchmark[] | undefined {
  const unknown = only?.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name))
  if (unknown === undefined) return BENCHMARKS.filter(({ name }) => only?.includes(name) ?? true)
  const names = BENCHMARKS.map(({ name }) => name).join(', ')
  process.stderr.write(`There is no benchmark ${JSON.stringify(unknown)}; there are ${names}\n`)
  process.exitCode = 2
  return undefined
}

async function contextFor({ sizes, real, peers, rounds }: BenchOptions): Promise<BenchContext> {
  const collections: Collection[] = []
  for (const size of sizes) collections.push(await generatedCollection(size))
  if (real !== undefined) collections.push(realCollection(real))
  return {
    collections,
    peers: await installPeers({ wanted: peers }),
    rounds: ({ skills } = { skills: 0 }) => rounds ?? (skills > 5000 ? 3 : skills > 500 ? 7 : 11),
  }
}

async function measured(benchmark: Benchmark, context: BenchContext): Promise<Partial<Findings>> {
  const started = performance.now()
  process.stderr.write(`${benchmark.name} …`)
  const findings = await benchmark.run(context)
  process.stderr.write(` ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  return findings
}

function add(all: Findings, { reaches = [], comparisons = [], facts = [] }: Partial<Findings>): void {
  all.reaches.push(...reaches)
  all.comparisons.push(...comparisons)
  all.facts.push(...facts)
}
