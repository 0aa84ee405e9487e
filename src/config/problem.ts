import { SkillwayError } from '../errors.ts'

/** Something in a config file that must be mended, and where. Never holds a value that may be a secret. */
export interface Problem {
  /** The file as it may be shown. */
  file: string
  /** From 1. */
  line: number
  /** From 1, in UTF-16 code units as editors count. */
  column: number
  message: string
}

/** How many problems one error tells. */
const MAX_TOLD = 20

/** All problems as one error, one line each, in the order of the files and their lines. */
export function configError(problems: readonly Problem[]): SkillwayError {
  const files = problems.map(({ file }) => file)
  const sorted = problems.toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || byPlace(a, b))
  const lines = sorted.map(tell)
  const told = [...new Set(lines)]
  const rest = told.length - MAX_TOLD
  const message = told.slice(0, MAX_TOLD).join('\n') + (rest > 0 ? `\nand ${rest} more` : '')
  return new SkillwayError('CONFIG_INVALID', message, {
    hint: 'docs/config.md describes every key; schema/skillway.schema.json lets an editor check them.',
  })
}

function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column
}

function tell({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`
}
