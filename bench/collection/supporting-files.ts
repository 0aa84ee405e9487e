import { NOUNS, VERBS } from './prose.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface PlannedFile {
  path: string
  bytes: number
  binary: boolean
}

const WITHOUT_ANY = 0.42
const BINARY = 0.013
/** How many files the others have: the share of skills below, and the number there. */
const COUNTS = [
  [0, 1],
  [0.3, 1],
  [0.5, 2],
  [0.65, 3],
  [0.75, 5],
  [0.83, 10],
  [0.97, 14],
  [1, 60],
] as const
/** The size of a file in bytes: median and 90th percentile. */
const SIZE = { median: 4900, ninetieth: 17_600 }

/** The files that a skill has beside its `SKILL.md`. */
export function supportingFiles(random: SeededRandom): PlannedFile[] {
  const files = new Map<string, PlannedFile>()
  const count = random.happens(WITHOUT_ANY) ? 0 : countAt(random.next())
  while (files.size < count) {
    const binary = random.happens(BINARY)
    const path = pathOf(random, binary, files.size)
    files.set(path, { path, binary, bytes: Math.max(1, random.size(SIZE.median, SIZE.ninetieth)) })
  }
  return [...files.values()]
}

function countAt(share: number): number {
  const above = COUNTS.findIndex(([until]) => until > share)
  const [from, low] = COUNTS[above - 1]!
  const [to, high] = COUNTS[above]!
  return Math.round(low + ((high - low) * (share - from)) / (to - from))
}

function pathOf(random: SeededRandom, binary: boolean, index: number): string {
  const stem = `${random.pick(VERBS)}-${random.pick(NOUNS)}`
  if (binary) return `assets/${stem}.${random.pick(['png', 'pdf', 'xlsx', 'woff2'])}`
  const kind = random.next()
  if (index === 0 && kind < 0.2) return 'LICENSE.txt'
  if (kind < 0.6) return `references/${stem}.md`
  if (kind < 0.85) return `scripts/${stem}.${random.pick(['py', 'sh', 'js'])}`
  return kind < 0.92 ? `assets/templates/${stem}.json` : `${stem}.md`
}
