import { SkillwayError } from '../errors.ts'

/**
 * Models, and programs that no compiler has checked, hand over anything.
 *
 * @throws SkillwayError `USAGE` for what is there and no text
 */
export function checkText(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'string') return
  const given = Array.isArray(value) ? 'a list' : value === null ? 'null' : `of the type ${typeof value}`
  throw new SkillwayError('USAGE', `'${name}' must be one text; it is ${given}`, { hint: 'Give one string.' })
}
