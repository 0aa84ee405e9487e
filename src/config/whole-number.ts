import { z } from 'zod'

/** A number without a fraction, within these bounds. */
export function wholeNumber(min: number, max: number): z.ZodNumber {
  const rule = `must be a whole number from ${min} to ${max}`
  return z.int(rule).min(min, rule).max(max, rule)
}
