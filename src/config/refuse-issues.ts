import type { z } from 'zod'
import { quote } from '../text/quote.ts'
import { keysAt } from './file-schema.ts'
import type { Findings } from './findings.ts'
import { formatKeyPath, isSecretPlace, type KeyPath } from './key-path.ts'
import { LABEL_RULE } from './label.ts'
import { nearestKey } from './nearest-key.ts'

type Issue = z.core.$ZodIssue

/** Where no secret can stand, so that a message may repeat the value. */
const OPEN_KEYS = new Set<string | number>([
  'allow',
  'approval',
  'disabled',
  'enabled',
  'includeDefaults',
  'include_default',
  'maxSkills',
  'max_skills',
  'memoryBytes',
  'name',
  'network',
  'outputBytes',
  'port',
  'processes',
  'requestsPerMinute',
  'scratchBytes',
  'timeMs',
  'timeout',
  'timeoutMs',
  'type',
  'wellKnown',
])

/** Tells every way in which `file` departs from the schema: where, what is there, and what may be there. */
export function refuseIssues(issues: readonly Issue[], file: unknown, findings: Findings): void {
  for (const issue of issues) refuseIssue(issue, [], { file, findings })
}

function refuseIssue(issue: Issue, base: KeyPath, context: { file: unknown; findings: Findings }): void {
  const { findings, file } = context
  const path = [...base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))]
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) refuseKey(path, key, findings)
  } else if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((branch) => !branch.some(isOfAnotherType))
    if (meant === undefined) findings.refuse(path, sentence(issue.message, path, file))
    else for (const inner of meant) refuseIssue(inner, path, context)
  } else if (issue.code === 'invalid_key') {
    const label = String(path.at(-1))
    findings.refuse(path, `the label ${quote(label)} ${issue.issues[0]?.message}`, 'key')
  } else findings.refuse(path, sentence(issue.message, path, file))
}

/** True if the value is none of the kind that this branch of a union is about. */
function isOfAnotherType(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

/** Refuses a key that does not belong where it stands. */
export function refuseKey(path: KeyPath, key: string, findings: Findings): void {
  const { all, suggested } = keysAt(path)
  const near = nearestKey(key, all)
  const advice = near === undefined ? `allowed here: ${suggested.join(', ')}` : `did you mean ${quote(near)}?`
  const where = path.length === 0 ? '' : ` in ${formatKeyPath(path)}`
  findings.refuse([...path, key], `unknown key ${quote(key)}${where}; ${advice}`, 'key')
}

function sentence(rule: string, path: KeyPath, file: unknown): string {
  const subject = path.length === 0 ? 'the file' : formatKeyPath(path)
  const value = valueAt(file, path)
  if (rule === LABEL_RULE) return `the label ${quote(String(value))} ${rule}`
  if (!rule.startsWith('must be ')) return `${subject} ${rule}`
  const remedy = / text\b/.test(rule) && isScalar(value) ? '; put quotes around it' : ''
  const isShown = OPEN_KEYS.has(path.at(-1) ?? '') && !isSecretPlace(path)
  return `${subject} ${rule}, not ${describe(value, isShown)}${remedy}`
}

function valueAt(file: unknown, path: KeyPath): unknown {
  let value = file
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[key]
  }
  return value
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

function describe(value: unknown, isShown: boolean): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value === 'string') return isShown ? quote(value) : 'text'
  if (isShown) return String(value)
  return typeof value === 'number' ? 'a number' : 'true or false'
}
