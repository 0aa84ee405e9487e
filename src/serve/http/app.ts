import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Catalog } from '../../catalog/types.ts'
import { authenticatorFor, challenge } from './authenticate.ts'
import { callerViews } from './caller-views.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import { mcpRoute } from './mcp-route.ts'
import type { Metrics } from './metrics.ts'
import { rateLimit } from './rate-limit.ts'
import type { RequestTrace } from './request-trace.ts'
import { metadataOf, metadataPaths } from './resource-metadata.ts'
import { callerSlots } from './slots.ts'
import type { HttpOptions, ServedOptions } from './types.ts'
import { discoveryRoutes } from './well-known.ts'

export interface HttpEnv {
  Bindings: HttpBindings & { trace: RequestTrace }
  Variables: { caller: string; view: McpEndpoint }
}

export type HttpContext = Context<HttpEnv>

export interface HttpApp {
  fetch: Hono<HttpEnv>['fetch']
  /** Ends what is open as long as the client wants. */
  endStreams(): Promise<void>
  close(): Promise<void>
}

/** Everything that the server answers, as a Hono app: `/mcp`, `/healthz`, `/metrics`, and the discovery documents. */
export function createHttpApp(catalog: Catalog, options: ServedOptions, metrics: Metrics): HttpApp {
  const slots = callerSlots(options.limits.streams)
  const views = callerViews(catalog, options)
  const app = new Hono<HttpEnv>({ strict: true })
  if (options.allowedOrigins?.length) app.use(forPagesOf(options.allowedOrigins))
  app.get('/healthz', (c) => c.text('ok\n'))
  if (options.oauth !== undefined) {
    const metadata = metadataOf(options.oauth)
    for (const path of metadataPaths(options.oauth.audience)) app.get(path, (c) => c.json(metadata))
  }
  app.use(callersOnly(options))
  app.use(withinRate(options))
  app.use(async (c, next) => {
    c.set('view', views.of(c.env.trace.principal))
    return next()
  })
  app.get('/metrics', async (c) => {
    const { length } = await c.get('view').catalog.placed()
    return c.text(metrics.text({ skills: length, open_streams: slots.taken() }))
  })
  app.all('/mcp', mcpRoute(slots, options.limits))
  if (options.wellKnown === true) app.route('/', discoveryRoutes())
  app.notFound((c) => c.text('Not found\n', 404))
  app.onError((error, c) => {
    options.onWarning?.(`request ${c.env.trace.id}: ${error.message}`)
    return c.text('Internal error\n', 500)
  })
  return { fetch: app.fetch, endStreams: views.endStreams, close: views.close }
}

/** Lets pages of these origins, which the operator names, call from a browser; they log in with a token as everybody does. */
function forPagesOf(origins: readonly string[]): MiddlewareHandler<HttpEnv> {
  return cors({
    origin: [...origins],
    allowMethods: ['POST'],
    allowHeaders: [
      'authorization',
      'content-type',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'mcp-session-id',
    ],
    exposeHeaders: ['www-authenticate', 'retry-after', 'x-request-id'],
    maxAge: 600,
  })
}

/** Lets known callers through where the options name any; everybody else gets a challenge. */
function callersOnly(options: HttpOptions): MiddlewareHandler<HttpEnv> {
  const authenticate = authenticatorFor(options)
  return async (c, next) => {
    c.set('caller', c.env.incoming.socket.remoteAddress ?? 'unknown')
    if (authenticate === undefined) return next()
    const answer = await authenticate(c.req.header('authorization'))
    if (!('status' in answer)) {
      c.env.trace.principal = answer
      c.set('caller', answer.name)
      return next()
    }
    if (answer.status === 503) c.header('retry-after', '10')
    else c.header('www-authenticate', challenge(answer, options.oauth))
    return c.text(`${answer.description}\n`, answer.status)
  }
}

function withinRate({ requestsPerMinute = 6000 }: HttpOptions): MiddlewareHandler<HttpEnv> {
  const secondsToWait = rateLimit(requestsPerMinute)
  return async (c, next) => {
    const seconds = secondsToWait(c.get('caller'))
    if (seconds === 0) return next()
    return c.text('Too many requests\n', 429, { 'retry-after': String(seconds) })
  }
}
