import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { nearestKey } from './nearest-key.ts'
import type { OpenCatalogOptions } from './open-catalog.ts'

interface Kind {
  fits(value: unknown): boolean
  called: string
  example: string
}

const TEXT = { fits: (value: unknown) => typeof value === 'string', called: 'a text' }
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const isListOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits)

const KINDS: Record<keyof OpenCatalogOptions, Kind> = {
  skills: {
    fits: (value) => isListOf(value, TEXT.fits),
    called: 'a list of folders',
    example: "['./skills']",
  },
  config: { ...TEXT, example: "'skillway.yaml'" },
  defaults: { fits: (value) => typeof value === 'boolean', called: 'true or false', example: 'false' },
  agent: { ...TEXT, example: "'coder'" },
  sources: {
    fits: (value) => isListOf(value, isObject),
    called: 'a list of sources',
    example: "[memorySource('mine', {…})]",
  },
  cwd: { ...TEXT, example: 'process.cwd()' },
  signal: { fits: isObject, called: 'an AbortSignal', example: 'AbortSignal.timeout(5000)' },
}

/**
 * Refuses options that there are not and values that make no sense, for programs that no compiler has checked.
 *
 * @throws SkillwayError `USAGE`
 */
export function checkOpenOptions(options: unknown): void {
  if (!isObject(options)) {
    throw new SkillwayError('USAGE', 'openCatalog takes options, or the path of a config file as a text', {
      hint: "Write it as openCatalog({ skills: ['./skills'] }).",
    })
  }
  for (const [name, value] of Object.entries(options as object)) {
    if (!Object.hasOwn(KINDS, name)) throw unknownOption(name)
    const { fits, called, example } = KINDS[name as keyof OpenCatalogOptions]
    if (value === undefined || fits(value)) continue
    throw new SkillwayError('USAGE', `The option ${quote(name)} must be ${called}`, {
      hint: `Write it as ${name}: ${example}.`,
    })
  }
}

function unknownOption(name: string): SkillwayError {
  const names = Object.keys(KINDS)
  const near = nearestKey(name, names)
  const hint = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${quote(near)}?`
  return new SkillwayError('USAGE', `openCatalog has no option ${quote(name)}`, { hint })
}
