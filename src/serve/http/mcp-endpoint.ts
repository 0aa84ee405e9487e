import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Catalog } from '../../catalog/types.ts'
import { availableSkills } from '../available.ts'
import { createSkillServer } from '../mcp-server.ts'
import type { HttpContext } from './app.ts'
import type { StreamSlots } from './streams.ts'
import { HTTP_LIMITS, type HttpOptions, type Principal } from './types.ts'

/**
 * `/mcp`: both eras, stateless. Every request is served by an MCP server of its own, so that nothing of one caller can
 * reach another, and any replica can answer.
 */
export function mcpEndpoint(everything: Catalog, options: HttpOptions, slots: StreamSlots) {
  const known = new WeakMap<Catalog, ReturnType<typeof availableSkills>>()
  const availableIn = (catalog: Catalog) => {
    const available = known.get(catalog) ?? availableSkills(catalog)
    known.set(catalog, available)
    return available()
  }
  const handler = createMcpHandler(
    async ({ authInfo }) => {
      const catalog = (authInfo?.extra?.['catalog'] as Catalog | undefined) ?? everything
      return createSkillServer(catalog, await availableIn(catalog), options).server
    },
    {
      maxRequestBodySize: HTTP_LIMITS.bodyBytes,
      maxSubscriptions: HTTP_LIMITS.streams,
      onerror: (error) => options.onWarning?.(error.message),
    },
  )
  return {
    async handle(c: HttpContext): Promise<Response> {
      const authInfo = authInfoOf(c.get('principal'), c.get('catalog'))
      return withinSlots(c, await handler.fetch(c.req.raw, { authInfo }), slots)
    },
    announce() {
      handler.notify.resourcesChanged()
      handler.notify.promptsChanged()
      handler.notify.toolsChanged()
    },
    close: () => handler.close(),
  }
}

/** What the SDK hands to the factory: who calls and what is visible to them, without the token itself. */
function authInfoOf(principal: Principal | undefined, catalog: Catalog) {
  return { token: '', clientId: principal?.name ?? 'anonymous', scopes: [], extra: { catalog } }
}

/** Gives a stream a slot of its caller until the connection is closed; without a free one the stream is refused. */
async function withinSlots(c: HttpContext, response: Response, slots: StreamSlots): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  const release = slots.take(c.get('caller'))
  if (release !== undefined) {
    c.env.outgoing.once('close', release)
    return response
  }
  await response.body?.cancel()
  c.header('retry-after', '10')
  return c.text('Too many open streams\n', 429)
}
