import { readFileSync } from 'node:fs'
import type { Collection } from '../collection/collection.ts'
import { fromDist } from '../from-dist.ts'
import { compare, type Contestant } from '../measure/compare.ts'
import { timed } from '../programs/timed.ts'
import { walk } from '../programs/walk.ts'
import type { Benchmark, Comparison, Facts } from '../report/types.ts'

const OURS = 'Skillway'
const MOST = 3000
const TIMES = 5

/** Reading frontmatter: the plain form by itself, the rest with the YAML library, beside the library alone. */
export const frontmatter: Benchmark = {
  name: 'frontmatter',
  async run({ collections, rounds }) {
    const chosen = collections.filter(({ skills, isReal }) => isReal || skills === 1000)
    const comparisons: Comparison[] = []
    const facts: Facts[] = []
    for (const collection of chosen.length === 0 ? collections.slice(-1) : chosen) {
      const texts = frontmattersIn(collection)
      comparisons.push(await comparisonOver(collection, texts, rounds()))
      facts.push(await plainShare(collection, texts))
    }
    return { comparisons, facts }
  },
}

async function comparisonOver({ name }: Collection, texts: string[], rounds: number): Promise<Comparison> {
  const { parseYaml } = await fromDist<typeof import('../../src/skill/parse-yaml.ts')>('skill/parse-yaml.js')
  const { CORE_SCHEMA, load } = await import('js-yaml')
  const contestants = [
    contestant(OURS, 'skillway', texts, parseYaml),
    contestant('js-yaml alone', 'limit', texts, (text) => {
      try {
        load(text, { schema: CORE_SCHEMA })
      } catch {
        // Some frontmatter is no YAML; the time counts all the same.
      }
    }),
  ]
  return {
    title: `Reading frontmatter, ${name}`,
    measures: [{ key: 'us', title: 'each', unit: 'µs' }],
    results: await compare(contestants, { rounds, warmUps: 3 }),
    reference: OURS,
  }
}

function contestant(
  name: string,
  role: Contestant['role'],
  texts: readonly string[],
  read: (text: string) => unknown,
): Contestant {
  return {
    name,
    role,
    async run() {
      const { ms } = await timed(() => {
        for (let time = 0; time < TIMES; time++) for (const text of texts) read(text)
      })
      return { us: (ms * 1000) / texts.length / TIMES }
    },
  }
}

async function plainShare({ name }: Collection, texts: string[]): Promise<Facts> {
  const { readPlainYaml } =
    await fromDist<typeof import('../../src/skill/plain-yaml.ts')>('skill/plain-yaml.js')
  const plain = texts.filter((text) => readPlainYaml(text) !== undefined).length
  return {
    title: `Frontmatter in the plain form, ${name}`,
    columns: ['frontmatters', 'plain', 'share'],
    rows: [[String(texts.length), String(plain), `${Math.round((100 * plain) / texts.length)} %`]],
  }
}

function frontmattersIn({ root }: Collection): string[] {
  const texts: string[] = []
  walk(root, ({ path, name }) => {
    if (name !== 'SKILL.md' || texts.length === MOST) return
    const text = /^---\r?\n([\s\S]*?\n)---\s/.exec(readFileSync(path, 'utf8'))?.[1]
    if (text !== undefined) texts.push(text)
  })
  return texts
}
