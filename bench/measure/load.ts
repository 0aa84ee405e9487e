import { importFrom, type Peer } from '../peers/peers.ts'
import type { Sample } from './compare.ts'
import type { HttpServerProcess } from './http-server.ts'
import { type Call, callHeaders, callText } from './rpc.ts'

/** What of autocannon is used. */
interface Autocannon {
  (options: {
    url: string
    connections: number
    duration: number
    requests: { method: 'POST'; headers: Record<string, string>; body: string }[]
    verifyBody(body: string): boolean
  }): Promise<{
    requests: { total: number }
    duration: number
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    mismatches: number
    non2xx: number
    throughput: { total: number }
  }>
}

const CONNECTIONS = 32

/**
 * Loads a server with the same calls over and over for some seconds.
 *
 * @throws Error if any of them is not answered with a result
 */
export async function loadServer(
  server: HttpServerProcess,
  calls: readonly Call[],
  { autocannon, seconds }: { autocannon: Peer; seconds: number },
): Promise<Sample> {
  if (autocannon.skipped !== undefined) throw new Error(autocannon.skipped)
  const { default: run } = (await importFrom(autocannon.folder, 'autocannon')) as { default: Autocannon }
  const before = await server.usage()
  const result = await run({
    url: `http://127.0.0.1:${server.port}/mcp`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: calls.map((call) => ({ method: 'POST', headers: callHeaders(call), body: callText(call) })),
    verifyBody: isResult,
  })
  const after = await server.usage()
  const { total } = result.requests
  const errors = result.errors + result.timeouts + result.mismatches + result.non2xx
  if (errors > 0) throw new Error(`${errors} of ${total} answers were errors`)
  return {
    perSecond: total / result.duration,
    cpuMs: (after.cpuMs - before.cpuMs) / total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: result.throughput.total / total,
    rssMb: after.rssMb,
    errors,
  }
}

function isResult(body: string): boolean {
  return body.includes('"result":') && !body.includes('"isError":true')
}
