import { editDistance } from './edit-distance.ts'

/** Letters that are compared; names and paths that differ only beyond are as good as equal. */
const MAX_COMPARED = 96
/** More slips than these are no slip of the pen. */
const MAX_SLIPS = 4
/** What no rule below finds alike. */
const FAR = 100

/**
 * The `max` candidates that somebody who wrote `wanted` most likely meant, closest first, equally close ones in the order
 * of their code units. Every candidate counts, so that the answer also serves as a list of what there is.
 */
export function nearest(wanted: string, candidates: Iterable<string>, max: number): string[] {
  const target = comparable(wanted)
  const scored = Array.from(new Set(candidates), (name) => ({
    name,
    score: farness(target, comparable(name)),
  }))
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
  return scored.slice(0, max).map(({ name }) => name)
}

interface Comparable {
  /** Lower case, one kind of separator, at most 96 letters. */
  text: string
  /** The last segment of a path. */
  base: string
  words: string[]
}

function comparable(name: string): Comparable {
  const text = name.slice(-MAX_COMPARED).normalize('NFC').toLowerCase().replaceAll(/[_ ]/g, '-')
  return {
    text,
    base: text.slice(text.lastIndexOf('/') + 1),
    words: text.split(/[-/.]/).filter((word) => word.length > 2),
  }
}

/** Below 1 for the same letters, then the number of slips, then prefixes, parts and shared words; `FAR` for none of these. */
function farness(wanted: Comparable, candidate: Comparable): number {
  if (wanted.text === candidate.text) return 0
  const limit = Math.min(MAX_SLIPS, Math.max(1, Math.floor(wanted.base.length / 3)))
  const inText = editDistance(wanted.text, candidate.text, limit)
  const hasBase = wanted.base !== wanted.text || candidate.base !== candidate.text
  const inBase = hasBase ? editDistance(wanted.base, candidate.base, limit) : FAR
  const slips = Math.min(inText > limit ? FAR : inText, inBase > limit ? FAR : inBase + 0.5)
  return Math.min(slips, likeness(wanted, candidate))
}

function likeness(wanted: Comparable, candidate: Comparable): number {
  if (wanted.text === '' || candidate.text === '') return FAR
  const [shorter, longer] =
    wanted.text.length < candidate.text.length ? [wanted.text, candidate.text] : [candidate.text, wanted.text]
  const rest = (longer.length - shorter.length) / MAX_COMPARED
  if (longer.startsWith(shorter)) return 2 + rest
  if (shorter.length > 2 && longer.includes(shorter)) return 4 + rest
  const shared = wanted.words.filter((word) => candidate.words.includes(word)).length
  return shared === 0 ? FAR : 6 + 1 / shared
}
