import { NOUNS, VERBS } from './prose.ts'
import type { SeededRandom } from './seeded-random.ts'

const INSIDE_ANOTHER = 0.03
const IN_A_GROUP = 0.05

/** Where `count` skills lie: nearly all directly below the root, some in groups, some inside another skill. Names are unique. */
export function skillFolders(random: SeededRandom, count: number): string[] {
  const names = new Set<string>()
  const folders: string[] = []
  while (folders.length < count) {
    const name = `${random.pick(VERBS)}-${random.pick(NOUNS)}-${random.pick(NOUNS)}`
    if (names.has(name)) continue
    names.add(name)
    folders.push(folderOf(random, name, folders))
  }
  return folders
}

function folderOf(random: SeededRandom, name: string, others: readonly string[]): string {
  const place = random.next()
  if (place < INSIDE_ANOTHER && others.length > 0) {
    const outer = random.pick(others)
    if (!outer.includes('/')) return `${outer}/skills/${name}`
  }
  return place > 1 - IN_A_GROUP ? `team-${random.below(12)}/${name}` : name
}
