import { latinReading } from './latin-reading.ts'

/** What a reader does not see, or sees as nothing. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
const ASCII = /^[\u0020-\u007e]*$/
const LATIN = /\p{Script=Latin}/u
const TAKEN_FOR_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/**
 * What a reader could take a name for: one that hides a character, that mixes Latin letters with their doubles from
 * another script in one word, or that is written in such doubles throughout. `undefined` for all others.
 */
export function lookAlike(name: string): string | undefined {
  if (ASCII.test(name)) return undefined
  const seen = name.replace(UNSEEN, '')
  const reading = latinReading(seen)
  if (seen !== name) return reading
  const mixes = name.split('-').some((word) => LATIN.test(word) && TAKEN_FOR_LATIN.test(word))
  const isDouble = ASCII.test(reading) && reading !== name
  return mixes || isDouble ? reading : undefined
}
