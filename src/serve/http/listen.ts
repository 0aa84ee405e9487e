import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Catalog } from '../../catalog/types.ts'
import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { coalescedChanges } from '../changes.ts'
import { hostsOf, isLoopback } from './allowed-host.ts'
import { originsOf } from './allowed-origin.ts'
import { createHttpApp } from './app.ts'
import { refuseEarly } from './refuse-early.ts'
import { HTTP_LIMITS, type HttpOptions } from './types.ts'

export interface HttpServer {
  /** Where clients connect. */
  url: string
  port: number
  /** Takes no more connections, lets running requests end within five seconds, then closes. */
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
  const app = createHttpApp(catalog, options)
  const server = createServer({
    headersTimeout: HTTP_LIMITS.headersMs,
    requestTimeout: HTTP_LIMITS.requestMs,
    keepAliveTimeout: HTTP_LIMITS.keepAliveMs,
    maxHeaderSize: HTTP_LIMITS.headerBytes,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
  })
  server.maxConnections = HTTP_LIMITS.connections
  const port = await listening(server, host, wanted)
  const hosts = hostsOf(host, port, options.allowedHosts ?? [])
  const policy = { hosts, origins: originsOf(hosts, options.allowedOrigins ?? []), authenticated }
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
  })
  server.on('request', (request, response) => {
    if (!refuseEarly(request, response, policy)) void answer(request, response)
  })
  const stopWatching = coalescedChanges(catalog, app.announce)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`,
    port,
    async close() {
      stopWatching()
      await Promise.all([app.close(), drained(server)])
    },
  }
}

function openToEverybody(host: string): SkillwayError {
  return new SkillwayError(
    'CONFIG_INVALID',
    `Address ${quote(host)} is reachable from other machines, but nobody has to log in`,
    {
      hint: 'Set tokens or OAuth under http in the config, or serve on 127.0.0.1.',
    },
  )
}

function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new SkillwayError('USAGE', `Cannot listen on ${host}:${port}: ${cause.code}`, {
          cause,
          hint: 'Choose another port.',
        }),
      )
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function drained(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), HTTP_LIMITS.drainMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
