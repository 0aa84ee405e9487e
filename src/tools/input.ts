import { SkillwayError } from '../errors.ts'

/** The input of a tool call, checked field by field; hosts differ in how much of the schema they enforce. */
export interface ToolInput {
  text(name: string): string
  optionalText(name: string): string | undefined
  optionalInteger(name: string, range: { min: number; max: number }): number | undefined
}

/** @throws SkillwayError `USAGE`, naming the field */
export function toolInput(input: unknown): ToolInput {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  const field = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined)
  return {
    text(name) {
      const value = field(name)
      if (typeof value === 'string') return value
      throw wrong(name, 'must be a string')
    },
    optionalText(name) {
      const value = field(name)
      if (value === undefined || typeof value === 'string') return value
      throw wrong(name, 'must be a string where it is given')
    },
    optionalInteger(name, { min, max }) {
      const value = field(name)
      if (value === undefined) return undefined
      if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)
        return value as number
      throw wrong(name, `must be a whole number from ${min} to ${max}`)
    },
  }
}

function wrong(name: string, problem: string): SkillwayError {
  return new SkillwayError('USAGE', `Argument '${name}' ${problem}`, {
    hint: "Call the tool again with the argument as the tool's input schema says.",
  })
}
