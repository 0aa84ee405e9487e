/** Upper bounds of the duration buckets, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
/** Paths with a count of their own; what else is asked for is counted together, since anybody can ask for anything. */
const PATHS = new Set(['/mcp', '/healthz', '/metrics'])

export interface Metrics {
  /** Counts an answered request; `seconds` only where they say how long the answer took. */
  count(path: string, status: number, seconds: number | undefined): void
  /** The Prometheus text format, with these further gauges. */
  text(gauges: Record<string, number>): string
}

/** Counts requests for `/metrics`; nothing leaves the process unless somebody asks. */
export function createMetrics(): Metrics {
  const requests = new Map<string, Map<number, number>>()
  const buckets = BUCKETS.map(() => 0)
  let sum = 0
  let timed = 0
  return {
    count(path, status, seconds) {
      const known = PATHS.has(path) ? path : 'other'
      const statuses = requests.get(known) ?? new Map<number, number>()
      requests.set(known, statuses.set(status, (statuses.get(status) ?? 0) + 1))
      if (seconds === undefined) return
      for (const [index, bound] of BUCKETS.entries()) if (seconds <= bound) buckets[index]!++
      sum += seconds
      timed++
    },
    text(gauges) {
      return [
        '# TYPE skillway_http_requests_total counter',
        ...[...requests].flatMap(([path, statuses]) =>
          [...statuses].map(
            ([status, count]) => `skillway_http_requests_total{path="${path}",status="${status}"} ${count}`,
          ),
        ),
        '# TYPE skillway_http_request_seconds histogram',
        ...BUCKETS.map(
          (bound, index) => `skillway_http_request_seconds_bucket{le="${bound}"} ${buckets[index]}`,
        ),
        `skillway_http_request_seconds_bucket{le="+Inf"} ${timed}`,
        `skillway_http_request_seconds_sum ${sum}`,
        `skillway_http_request_seconds_count ${timed}`,
        ...Object.entries(gauges).flatMap(([name, value]) => [
          `# TYPE skillway_${name} gauge`,
          `skillway_${name} ${value}`,
        ]),
        '',
      ].join('\n')
    },
  }
}
