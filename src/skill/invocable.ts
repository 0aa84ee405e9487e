import { quote } from '../text/quote.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { kindOf } from './kind-of.ts'
import type { Place } from './place.ts'
import type { Frontmatter, JsonValue } from './types.ts'

const YES = /^(?:true|yes|on|y|1)$/i
const NO = /^(?:false|no|off|n|0)$/i
const SWITCHES = ['disable-model-invocation', 'user-invocable'] as const

/** False where the author keeps the skill from being loaded by a model on its own. */
export function isModelInvocable(frontmatter: Frontmatter): boolean {
  return switchOf(frontmatter['disable-model-invocation']) !== true
}

/** False where the author keeps the skill out of what a user can call by name. */
export function isUserInvocable(frontmatter: Frontmatter): boolean {
  return switchOf(frontmatter['user-invocable']) !== false
}

/** Both switches are `true` or `false` without quotes; words that mean the same work, and are reported. */
export function checkSwitches(frontmatter: Frontmatter, place: Place): Diagnostic[] {
  return SWITCHES.flatMap((field) => {
    const given = frontmatter[field]
    if (given === undefined || given === null || typeof given === 'boolean') return []
    const value = switchOf(given)
    const what = typeof given === 'string' ? `the text ${quote(given)}` : kindOf(given)
    const effect = value === undefined ? 'and has no effect' : `and is taken for ${value}`
    const message = `${field} must be true or false without quotes; it is ${what}, ${effect}.`
    const hint = `Write: ${field}: ${value ?? 'true'}`
    return [diagnostic('BOOLEAN_AS_STRING', place.path, message, { line: place.lineOf(field), hint })]
  })
}

function switchOf(given: JsonValue | undefined): boolean | undefined {
  if (typeof given === 'boolean') return given
  if (typeof given !== 'string' && typeof given !== 'number') return undefined
  const word = String(given).trim()
  if (YES.test(word)) return true
  return NO.test(word) ? false : undefined
}
