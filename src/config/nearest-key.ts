import { editDistance } from '../text/edit-distance.ts'

/** Slips that may lie between a typo and what was meant. */
const MAX_SLIPS = 2
/** What other clients call our keys. */
const SYNONYMS = new Map([
  ['servers', 'mcpServers'],
  ['serverurl', 'url'],
  ['httpurl', 'url'],
  ['environment', 'env'],
  ['transport', 'type'],
  ['directories', 'paths'],
  ['defaults', 'includeDefaults'],
])

/** The key that somebody most likely meant who wrote `word`, or nothing if none is near. */
export function nearestKey(word: string, keys: readonly string[]): string | undefined {
  const wanted = plain(word)
  const synonym = SYNONYMS.get(wanted)
  if (synonym !== undefined && keys.includes(synonym)) return synonym
  const near = keys.filter((key) => slipsTo(wanted, plain(key)) <= Math.min(MAX_SLIPS, key.length / 2))
  const [best] = near.toSorted(
    (a, b) => slipsTo(wanted, plain(a)) - slipsTo(wanted, plain(b)) || slipsTo(word, a) - slipsTo(word, b),
  )
  return best
}

function slipsTo(word: string, key: string): number {
  return editDistance(word, key, MAX_SLIPS)
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
