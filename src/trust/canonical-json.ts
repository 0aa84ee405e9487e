import { SkillwayError } from '../errors.ts'
import type { JsonValue } from '../skill/types.ts'

/** Deeper than any frontmatter that can be parsed, and far from exhausting the stack. */
const MAX_DEPTH = 100

/** One text for one JSON value, whatever the order of its keys: equal texts mean equal values. */
export function canonicalJson(value: JsonValue, depth = 0): string {
  if (depth > MAX_DEPTH) {
    throw new SkillwayError('SKILL_NOT_LOADABLE', `Frontmatter is nested deeper than ${MAX_DEPTH} levels`, {
      hint: 'Ask the author of the skill to make its frontmatter flatter.',
    })
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!, depth + 1)}`)
  return `{${fields.join(',')}}`
}
