/** Callers that are remembered; the longest silent are forgotten first. */
const MAX_CALLERS = 10_000

/** Lets each caller make so many requests a minute, in bursts of at most a sixth; answers the seconds to wait, or 0. */
export function rateLimit(
  perMinute: number,
  now: () => number = () => performance.now(),
): (caller: string) => number {
  const burst = Math.max(1, Math.ceil(perMinute / 6))
  const perMs = perMinute / 60_000
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (caller) => {
    const at = now()
    const bucket = buckets.get(caller) ?? { tokens: burst, at }
    const tokens = Math.min(burst, bucket.tokens + Math.max(0, at - bucket.at) * perMs)
    buckets.delete(caller)
    buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at })
    if (buckets.size > MAX_CALLERS) buckets.delete(buckets.keys().next().value!)
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs / 1000)
  }
}
