import type { CatalogSkill } from '../../src/catalog/types.ts'
import type { Collection } from '../collection/collection.ts'
import { fromDist } from '../from-dist.ts'
import { compare, type Contestant, type Sample } from '../measure/compare.ts'
import { timed } from '../programs/timed.ts'
import type { Benchmark, Comparison, Facts, Findings } from '../report/types.ts'
import { QUERIES } from '../search/queries.ts'
import { searchCatalog } from '../search/search-collection.ts'

const OURS = 'Skillway'
/** The largest collection among which is searched. */
const MOST_OTHERS = 5000

/** Names of skills for a query, best first. */
type Search = (query: string) => string[]

/** How fast a search is made ready and answers, and whether it finds what was meant. */
export const search: Benchmark = {
  name: 'search',
  async run({ rounds, collections }) {
    const small = collections.filter(({ skills }) => skills <= MOST_OTHERS)
    const among = new Set([small.findLast(({ isReal }) => !isReal), small.find(({ isReal }) => isReal)])
    const findings: Findings = { reaches: [], comparisons: [], facts: [] }
    for (const others of among) {
      if (others === undefined) continue
      const { comparison, missed } = await searchAmong(others, rounds())
      findings.comparisons.push(comparison)
      findings.facts.push(missed)
    }
    return findings
  },
}

async function searchAmong(
  others: Collection,
  rounds: number,
): Promise<{ comparison: Comparison; missed: Facts }> {
  const { searchOver } = await fromDist<typeof import('../../src/catalog/search.ts')>('catalog/search.js')
  await using catalog = await searchCatalog(others.root)
  const skills = await catalog.placed()
  const ours = (): Search => {
    const ranked = searchOver(skills)
    return (query) => ranked(query).map(({ skill }) => skill.name)
  }
  const contestants = [
    contestant(OURS, 'skillway', ours),
    contestant('counting words', 'limit', () => wordCounter(skills)),
  ]
  return {
    comparison: {
      title: `Search among ${others.name}, ${QUERIES.length} queries`,
      note: 'In one process, for each query written by hand the skill that was meant.',
      measures: [
        { key: 'queryMs', title: 'a query', unit: 'ms' },
        { key: 'buildMs', title: 'made ready', unit: 'ms' },
        { key: 'first', title: 'meant skill first', unit: '', better: 'higher' },
        { key: 'amongThree', title: 'among three', unit: '', better: 'higher' },
      ],
      results: await compare(contestants, { rounds }),
      reference: OURS,
    },
    missed: {
      title: `Queries that another skill answers first, among ${others.name}`,
      columns: ['query', 'meant', 'its place', 'first is'],
      rows: missedQueries(ours()),
    },
  }
}

function contestant(name: string, role: Contestant['role'], build: () => Search): Contestant {
  return {
    name,
    role,
    async run(): Promise<Sample> {
      const built = await timed(build)
      const queries = await timed(() => QUERIES.map(([query]) => built.value(query)))
      const places = queries.value.map((found, at) => found.indexOf(QUERIES[at]![1]))
      return {
        buildMs: built.ms,
        queryMs: queries.ms / QUERIES.length,
        first: places.filter((place) => place === 0).length,
        amongThree: places.filter((place) => place >= 0 && place < 3).length,
      }
    },
  }
}

/** What a quick hand would write: how many words of the query are in the text; of equal ones the first by name. */
function wordCounter(skills: readonly CatalogSkill[]): Search {
  const texts = skills
    .map(({ name, description }) => ({ name, text: `${name} ${description}`.toLowerCase() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return (query) => {
    const words = query.toLowerCase().split(' ')
    const hits = texts.map(({ name, text }) => ({
      name,
      hits: words.filter((word) => text.includes(word)).length,
    }))
    return hits
      .filter((each) => each.hits > 0)
      .sort((one, other) => other.hits - one.hits)
      .map(({ name }) => name)
  }
}

function missedQueries(find: Search): string[][] {
  return QUERIES.flatMap(([query, meant]) => {
    const found = find(query)
    const place = found.indexOf(meant)
    return place === 0 ? [] : [[query, meant, place < 0 ? 'not found' : String(place + 1), found[0] ?? '']]
  })
}
