import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Catalog } from '../../catalog/types.ts'
import { authenticatorFor, challenge } from './authenticate.ts'
import { catalogsByCaller } from './catalog-for.ts'
import { mcpEndpoint } from './mcp-endpoint.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { rateLimit } from './rate-limit.ts'
import { streamSlots } from './streams.ts'
import type { HttpOptions, Principal } from './types.ts'
import { discoveryRoutes } from './well-known.ts'

export interface HttpEnv {
  Bindings: HttpBindings
  Variables: { id: string; principal: Principal | undefined; caller: string; catalog: Catalog }
}

export interface HttpApp {
  fetch: Hono<HttpEnv>['fetch']
  /** Tells every open subscription that the catalog is now another. */
  announce(): void
  close(): Promise<void>
}

/** Everything that the server answers, as a Hono app: `/mcp`, `/healthz`, `/metrics`, and the discovery documents. */
export function createHttpApp(catalog: Catalog, options: HttpOptions): HttpApp {
  const metrics = createMetrics()
  const slots = streamSlots()
  const mcp = mcpEndpoint(catalog, options, slots)
  const app = new Hono<HttpEnv>({ strict: true })
  app.use(logged(metrics, options))
  app.get('/healthz', (c) => c.text('ok\n'))
  if (options.oauth !== undefined) app.get(`${METADATA}/mcp`, (c) => c.json(resourceMetadata(options.oauth!)))
  app.use(callersOnly(options))
  app.use(withinRate(options))
  app.use(withCatalog(catalog))
  app.get('/metrics', async (c) => {
    const { length } = await catalog.placed()
    return c.text(metrics.text({ skills: length, open_streams: slots.open() }))
  })
  app.all('/mcp', mcp.handle)
  if (options.wellKnown === true) app.route('/', discoveryRoutes())
  app.notFound((c) => c.text('Not found\n', 404))
  app.onError((error, c) => {
    options.onWarning?.(`request ${c.get('id')}: ${error.message}`)
    return c.text('Internal error\n', 500)
  })
  return { fetch: app.fetch, announce: mcp.announce, close: mcp.close }
}

/** Where a protected resource says who issues its tokens (RFC 9728). */
const METADATA = '/.well-known/oauth-protected-resource'

function resourceMetadata({ issuer, audience, scopes = [] }: NonNullable<HttpOptions['oauth']>) {
  return {
    resource: audience,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: [...scopes],
    resource_name: 'Skillway',
  }
}

function logged(metrics: Metrics, { onRequest }: HttpOptions): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now()
    c.set('id', randomUUID())
    c.set('principal', undefined)
    c.header('x-request-id', c.get('id'))
    await next()
    const ms = performance.now() - started
    const known = c.res.status !== 404 && !c.req.path.startsWith('/.well-known/agent-skills/')
    metrics.count(known ? c.req.path : 'other', c.res.status, ms / 1000)
    onRequest?.({
      time: new Date().toISOString(),
      id: c.get('id'),
      principal: c.get('principal')?.name,
      method: c.req.method,
      path: c.req.path.slice(0, 256),
      status: c.res.status,
      ms: Math.round(ms * 10) / 10,
    })
  }
}

/** Lets known callers through where the options name any; everybody else gets a challenge. */
function callersOnly(options: HttpOptions): MiddlewareHandler<HttpEnv> {
  const authenticate = authenticatorFor(options)
  const metadataUrl = options.oauth === undefined ? undefined : metadataUrlOf(options.oauth.audience)
  return async (c, next) => {
    c.set('caller', c.env.incoming.socket.remoteAddress ?? 'unknown')
    if (authenticate !== undefined) {
      const answer = await authenticate(c.req.header('authorization'))
      if ('status' in answer) {
        c.header('www-authenticate', challenge(answer, metadataUrl))
        return c.text(`${answer.description}\n`, answer.status)
      }
      c.set('principal', answer)
      c.set('caller', answer.name)
    }
    return next()
  }
}

function metadataUrlOf(audience: string): string {
  const { origin } = new URL(audience)
  return `${origin}${METADATA}/mcp`
}

function withinRate({ requestsPerMinute = 6000 }: HttpOptions): MiddlewareHandler<HttpEnv> {
  const secondsToWait = rateLimit(requestsPerMinute)
  return async (c, next) => {
    const seconds = secondsToWait(c.get('caller'))
    if (seconds === 0) return next()
    c.header('retry-after', String(seconds))
    return c.text('Too many requests\n', 429)
  }
}

function withCatalog(catalog: Catalog): MiddlewareHandler<HttpEnv> {
  const visibleTo = catalogsByCaller(catalog)
  return async (c, next) => {
    c.set('catalog', visibleTo(c.get('principal')))
    return next()
  }
}

export type HttpContext = Context<HttpEnv>
