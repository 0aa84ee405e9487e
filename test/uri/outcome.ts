import { SkillwayError } from '../../src/errors.ts'

/** The segments joined by `/`, or the code of the error; what is thrown beside `SkillwayError` stays an error. */
export function outcomeOf(read: () => string | string[]): string {
  try {
    const result = read()
    return typeof result === 'string' ? result : result.join('/')
  } catch (error) {
    if (error instanceof SkillwayError) return error.code
    throw error
  }
}
