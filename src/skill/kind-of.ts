import type { JsonValue } from './types.ts'

/** What a value is, for a message: `a list`, `a number`, `nothing`. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`
}
