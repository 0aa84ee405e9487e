import { SkillwayError } from '../errors.ts'
import type { TextPosition } from './text-position.ts'

/** Something in a config file that must be mended, and where. Never holds a value that may be a secret. */
export interface Problem {
  /** The file as it may be shown. */
  file: string
  /** Missing where it is about the file as a whole. */
  position?: TextPosition
  message: string
}

/** How many problems one error tells. */
const MAX_TOLD = 20
const KEYS_HINT = 'docs/config.md describes every key; schema/skillway.schema.json lets an editor check them.'
const FILE_HINT = 'Look at the path: a config is a YAML or JSON file that can be read.'

/** All problems as one error, one line each, in the order of the files and their lines. */
export function configError(problems: readonly Problem[]): SkillwayError {
  const files = [...new Set(problems.map(({ file }) => file))]
  const sorted = files.flatMap((file) => problems.filter((one) => one.file === file).toSorted(byPlace))
  const told = [...new Set(sorted.map(tell))]
  const rest = told.length - MAX_TOLD
  const message = told.slice(0, MAX_TOLD).join('\n') + (rest > 0 ? `\nand ${rest} more` : '')
  const isAboutKeys = problems.some(({ position }) => position !== undefined)
  return new SkillwayError('CONFIG_INVALID', message, { hint: isAboutKeys ? KEYS_HINT : FILE_HINT })
}

function byPlace({ position: a }: Problem, { position: b }: Problem): number {
  if (a === undefined || b === undefined) return 0
  return a.line - b.line || a.column - b.column
}

function tell({ file, position, message }: Problem): string {
  return position === undefined
    ? `${file}: ${message}`
    : `${file}:${position.line}:${position.column}: ${message}`
}
