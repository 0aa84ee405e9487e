import type { McpLimits } from './limits.ts'

/** How long an answer is good, by what the server says of it: within bounds, whatever it says. */
export function ttlOf(said: unknown, { ttlMs, minTtlMs, maxTtlMs }: McpLimits): number {
  if (said === undefined || said === null) return ttlMs
  if (typeof said !== 'number' || Number.isNaN(said)) return minTtlMs
  return Math.min(Math.max(said, minTtlMs), maxTtlMs)
}
