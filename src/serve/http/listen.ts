import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Catalog } from '../../catalog/types.ts'
import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { hostsOf, isLoopback } from './allowed-host.ts'
import { originsOf } from './allowed-origin.ts'
import { draining } from './draining.ts'
import { createMetrics } from './metrics.ts'
import { refuseEarly } from './refuse-early.ts'
import { traceRequest } from './request-trace.ts'
import { callerSlots } from './slots.ts'
import { HTTP_LIMITS, type HttpLimits, type HttpOptions } from './types.ts'

/** A running HTTP server. */
export interface HttpServer {
  /** Where clients connect. */
  url: string
  port: number
  /** Takes no more requests, lets running ones end within five seconds, then closes. */
  close(): Promise<void>
}

/**
 * Serves the catalog over Streamable HTTP.
 *
 * @throws SkillwayError `CONFIG_INVALID` for an address beyond this machine without tokens or OAuth; `USAGE` if the
 *   address is taken or not this machine's
 */
export async function serveOnHttp(catalog: Catalog, options: HttpOptions = {}): Promise<HttpServer> {
  const { host = '127.0.0.1', port: wanted = 3917 } = options
  const authenticated = (options.tokens?.length ?? 0) > 0 || options.oauth !== undefined
  if (!isLoopback(host) && !authenticated) throw openToEverybody(host)
  const limits = { ...HTTP_LIMITS, ...options.limits }
  const metrics = createMetrics()
  const { createHttpApp } = await import('./app.ts')
  const app = createHttpApp(catalog, { ...options, limits }, metrics)
  const server = boundedServer(limits)
  const drain = draining(server)
  const port = await listening(server, host, wanted).catch(async (error: unknown) => {
    await app.endStreams()
    throw error
  })
  const hosts = hostsOf(host, port, options.allowedHosts ?? [])
  const origins = originsOf(hosts, options.allowedOrigins ?? [])
  const policy = { hosts, origins, authenticated, bodyBytes: limits.bodyBytes }
  server.on('request', (request, response) => {
    const trace = traceRequest(request, response, { metrics, onRequest: options.onRequest })
    if (!refuseEarly(request, response, policy)) void app.answer(request, response, trace)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`,
    port,
    async close() {
      const drained = drain(limits.drainMs)
      await app.endStreams()
      await drained
      await app.close()
    },
  }
}

function openToEverybody(host: string): SkillwayError {
  return new SkillwayError(
    'CONFIG_INVALID',
    `Address ${quote(host)} is reachable from other machines, but nobody has to log in`,
    {
      hint: 'Set tokens or OAuth under http in the config, or SKILLWAY_TOKEN, or serve on 127.0.0.1.',
    },
  )
}

function boundedServer(limits: HttpLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    keepAlive: true,
    requireHostHeader: false,
  })
  const connections = callerSlots(limits.connections)
  server.on('connection', (socket) => {
    const release = connections.take(socket.remoteAddress ?? 'unknown')
    if (release === undefined) socket.destroy()
    else socket.once('close', release)
  })
  return server
}

function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new SkillwayError('USAGE', `Cannot listen on ${host}:${port}: ${whyNot(cause.code)}`, {
          cause,
          hint: 'Choose another address or port.',
        }),
      )
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function whyNot(code: string | undefined): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'a program listens there already'
    case 'EADDRNOTAVAIL':
      return 'this machine does not have that address'
    case 'EACCES':
      return 'the system does not permit it'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no such host'
    default:
      return code ?? 'unknown reason'
  }
}
