import { truncate } from '../../text/truncate.ts'

/** Characters of a name or URI that can mean something here; every URI of a skill's file is shorter. */
const LONGEST = 4096
/** What is left of a longer one: enough to recognise it, and not the name of anything. */
const KEPT = 256
const NAMES = ['name', 'uri']

/**
 * A message in which names that nothing can have are cut, so that no refusal repeats a megabyte of them: the SDK quotes
 * what it refuses whole.
 */
export function withCutNames(message: unknown): unknown {
  for (const each of Array.isArray(message) ? message : [message]) if (isRecord(each)) cutNamesOf(each)
  return message
}

function cutNamesOf(message: Record<string, unknown>): void {
  cut(message, 'method')
  const { params } = message
  if (!isRecord(params)) return
  for (const name of NAMES) cut(params, name)
  const { _meta: meta } = params
  if (isRecord(meta)) for (const name of Object.keys(meta)) cut(meta, name)
}

function cut(record: Record<string, unknown>, name: string): void {
  const value = Object.hasOwn(record, name) ? record[name] : undefined
  if (typeof value === 'string' && value.length > LONGEST) record[name] = `${truncate(value, KEPT)}…`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
