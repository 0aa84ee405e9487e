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
  const slips = (key: string) => editDistance(wanted, plain(key), MAX_SLIPS)
  const best = keys.toSorted((a, b) => slips(a) - slips(b))[0]
  return best !== undefined && slips(best) <= Math.min(MAX_SLIPS, best.length / 2) ? best : undefined
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
