import { LIMITS } from '../skill/limits.ts'

/** Levels of lists and mappings in a frontmatter, as in a `SKILL.md`. */
const MAX_DEPTH = 32

/**
 * Why a value that a server sent cannot be a skill's frontmatter, or `undefined` if it can: a JSON object of bounded
 * size with a `name` and a `description`. What else it holds passes through untouched.
 */
export function frontmatterFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'its frontmatter is not an object'
  const budget = { left: LIMITS.frontmatterBytes }
  const fault = valueFault(value, 0, budget)
  if (fault !== undefined) return fault
  const { name, description } = value as Record<string, unknown>
  if (typeof name !== 'string' || name.trim() === '') return 'its frontmatter has no name'
  if (typeof description !== 'string' || description.trim() === '')
    return 'its frontmatter has no description'
  return undefined
}

function valueFault(value: unknown, depth: number, budget: { left: number }): string | undefined {
  budget.left -= typeof value === 'string' ? value.length : 1
  if (budget.left < 0) return `its frontmatter is larger than ${LIMITS.frontmatterBytes} bytes`
  if (typeof value === 'string')
    return value.isWellFormed() ? undefined : 'its frontmatter is not valid Unicode'
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'its frontmatter has an infinite number'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MAX_DEPTH) return `its frontmatter is nested deeper than ${MAX_DEPTH} levels`
  for (const [key, item] of Object.entries(value)) {
    budget.left -= Array.isArray(value) ? 0 : key.length
    if (key === '__proto__') return "its frontmatter has a key '__proto__'"
    const fault = valueFault(item, depth + 1, budget)
    if (fault !== undefined) return fault
  }
  return undefined
}
