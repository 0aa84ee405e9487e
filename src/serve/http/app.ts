import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono'
import { cors } from 'hono/cors'
import type { Catalog } from '../../catalog/types.ts'
import { admissionTo } from './admission.ts'
import { type CallerViews, callerViews } from './caller-views.ts'
import { directAnswers } from './direct-answer.ts'
import { type Inbound, inboundOf } from './inbound.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import { mcpRoute } from './mcp-route.ts'
import type { Metrics } from './metrics.ts'
import type { RequestTrace } from './request-trace.ts'
import { metadataOf, metadataPaths } from './resource-metadata.ts'
import { callerSlots } from './slots.ts'
import type { ServedOptions } from './types.ts'
import { discoveryRoutes } from './well-known.ts'

export interface HttpEnv {
  Bindings: HttpBindings & { inbound: Inbound }
  Variables: { caller: string; view: McpEndpoint }
}

export type HttpContext = Context<HttpEnv>

export interface HttpApp {
  /** Answers a request that got past the first checks. */
  answer(request: IncomingMessage, response: ServerResponse, trace: RequestTrace): Promise<void>
  /** Ends what is open as long as the client wants. */
  endStreams(): Promise<void>
  close(): Promise<void>
}

/** Everything that the server answers: the most frequent requests directly, all others with Hono and the SDK. */
export function createHttpApp(catalog: Catalog, options: ServedOptions, metrics: Metrics): HttpApp {
  const admit = admissionTo(options)
  const views = callerViews(catalog, options)
  const app = routes(views, options, metrics)
  const inbounds = new WeakMap<object, Inbound>()
  const answerWithHono = getRequestListener(
    (request, env) => app.fetch(request, { ...env, inbound: inbounds.get(env.incoming)! }),
    { overrideGlobalObjects: false },
  )
  const direct = directAnswers(views.of)
  const { bodyBytes } = options.limits
  const isForPages = (options.allowedOrigins?.length ?? 0) > 0
  return {
    async answer(request, response, trace) {
      const inbound = inboundOf(request, { trace, admit, bodyBytes })
      inbounds.set(request, inbound)
      const done = !isForPages && (await direct.answer(request, response, inbound))
      if (!done) await answerWithHono(request, response)
    },
    endStreams: views.endStreams,
    async close() {
      direct.close()
      await views.close()
    },
  }
}

/** `/mcp`, `/healthz`, `/metrics`, and the discovery documents. */
function routes(views: CallerViews, options: ServedOptions, metrics: Metrics): Hono<HttpEnv> {
  const slots = callerSlots(options.limits.streams)
  const app = new Hono<HttpEnv>({ strict: true })
  if (options.allowedOrigins?.length) app.use(forPagesOf(options.allowedOrigins))
  app.get('/healthz', (c) => c.text('ok\n'))
  if (options.oauth !== undefined) {
    const metadata = metadataOf(options.oauth)
    for (const path of metadataPaths(options.oauth.audience)) app.get(path, (c) => c.json(metadata))
  }
  app.use(callersOnly)
  app.use(async (c, next) => {
    c.set('view', views.of(c.env.inbound.trace.principal))
    return next()
  })
  app.get('/metrics', async (c) => {
    const { length } = await c.get('view').catalog.placed()
    return c.text(metrics.text({ skills: length, open_streams: slots.taken() }))
  })
  app.all('/mcp', mcpRoute(slots))
  if (options.wellKnown === true) app.route('/', discoveryRoutes())
  app.notFound((c) => c.text('Not found\n', 404))
  app.onError((error, c) => {
    options.onWarning?.(`request ${c.env.inbound.trace.id}: ${error.message}`)
    return c.text('Internal error\n', 500)
  })
  return app
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

/** Lets in who may come, and says to everybody else what keeps them out. */
async function callersOnly(c: HttpContext, next: Next): Promise<Response | void> {
  const admission = await c.env.inbound.admission()
  if ('status' in admission) return c.text(admission.text, admission.status, admission.headers)
  c.set('caller', admission.caller)
  return next()
}
