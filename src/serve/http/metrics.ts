/** Upper bounds of the duration buckets, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

export interface Metrics {
  count(path: string, status: number, seconds: number): void
  /** The Prometheus text format, with these further gauges. */
  text(gauges: Record<string, number>): string
}

/** Counts requests for `/metrics`; nothing leaves the process unless somebody asks. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const buckets = BUCKETS.map(() => 0)
  let seconds = 0
  let total = 0
  return {
    count(path, status, took) {
      const key = `path="${path}",status="${status}"`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      for (const [index, bound] of BUCKETS.entries()) if (took <= bound) buckets[index]!++
      seconds += took
      total++
    },
    text(gauges) {
      return [
        '# TYPE skillway_http_requests_total counter',
        ...[...requests].map(([labels, count]) => `skillway_http_requests_total{${labels}} ${count}`),
        '# TYPE skillway_http_request_seconds histogram',
        ...BUCKETS.map(
          (bound, index) => `skillway_http_request_seconds_bucket{le="${bound}"} ${buckets[index]}`,
        ),
        `skillway_http_request_seconds_bucket{le="+Inf"} ${total}`,
        `skillway_http_request_seconds_sum ${seconds}`,
        `skillway_http_request_seconds_count ${total}`,
        ...Object.entries(gauges).flatMap(([name, value]) => [
          `# TYPE skillway_${name} gauge`,
          `skillway_${name} ${value}`,
        ]),
        '',
      ].join('\n')
    },
  }
}
