import type { Result } from '../measure/compare.ts'
import type { Spread } from '../measure/spread.ts'

/** One number of each sample, and how it is shown. */
export interface Measure {
  key: string
  title: string
  unit: string
  /** Which way is better; `lower` where not given. */
  better?: 'lower' | 'higher'
}

/** Contestants side by side. The first measure is the one that ratios are made of. */
export interface Comparison {
  title: string
  note?: string
  measures: [Measure, ...Measure[]]
  results: Result[]
  /** The name of the contestant that all are compared with. */
  reference: string
}

/** What is no race: a table of words. */
export interface Facts {
  title: string
  note?: string
  columns: string[]
  rows: string[][]
}

/** How far Skillway wants to be, and how far it is. */
export interface Reach {
  what: string
  goal: string
  /** A ratio, or a number of the unit. */
  measured: Spread | undefined
  unit: string
  reached: boolean | undefined
}

export interface Findings {
  comparisons: Comparison[]
  facts: Facts[]
  reaches: Reach[]
}

/** One subject that is measured. */
export interface Benchmark {
  /** How it is chosen on the command line. */
  name: string
  run(context: BenchContext): Promise<Partial<Findings>>
}

export interface BenchContext {
  collections: import('../collection/collection.ts').Collection[]
  peers: import('../peers/peers.ts').Peers
  rounds(collection?: { skills: number }): number
}
