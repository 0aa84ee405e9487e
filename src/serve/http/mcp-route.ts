import { isJsonContentType } from '@modelcontextprotocol/server'
import type { HttpContext } from './app.ts'
import { withCutNames } from './cut-names.ts'
import type { Slots } from './slots.ts'

/** `/mcp`: reads the body within its bounds and hands it to the caller's view; a subscription needs a free slot. */
export function mcpRoute(slots: Slots): (c: HttpContext) => Promise<Response> {
  return async (c) => {
    const { raw } = c.req
    const view = c.get('view')
    const { inbound } = c.env
    if (raw.method !== 'POST' || !isJsonContentType(raw.headers.get('content-type'))) {
      return view.call(raw, undefined, '')
    }
    const body = await inbound.body()
    if (body === 'gone') return new Response(null, { status: CLIENT_GONE })
    if (body === 'too large') return c.text('The body is too large\n', 413, { connection: 'close' })
    const message = parsed(body)
    if (message === undefined) return view.call(withBody(raw, body), undefined, '')
    const rpc = methodOf(message)
    inbound.trace.rpc = rpc
    if (rpc === 'subscriptions/listen') return withSlot(c, slots, () => view.listen(raw, message))
    return view.call(raw, message, rpc)
  }
}

/** What servers log where the client went before there was an answer. */
const CLIENT_GONE = 499

function parsed(body: Buffer): unknown {
  try {
    return withCutNames(JSON.parse(body.toString()))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The request with its body put back, for the SDK to say what is wrong with it. */
function withBody({ url, headers }: Request, body: Buffer): Request {
  return new Request(url, { method: 'POST', headers, body: new Uint8Array(body) })
}

function methodOf(message: unknown): string | undefined {
  const method = typeof message === 'object' && message !== null && 'method' in message && message.method
  return typeof method === 'string' ? method : undefined
}

/** Gives a stream a slot of its caller until the connection is closed; without a free one the stream is refused. */
async function withSlot(c: HttpContext, slots: Slots, open: () => Promise<Response>): Promise<Response> {
  const release = slots.take(c.get('caller'))
  if (release === undefined) return c.text('Too many open streams\n', 429, { 'retry-after': '10' })
  c.env.outgoing.once('close', release)
  return open()
}
