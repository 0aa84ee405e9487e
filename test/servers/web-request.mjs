// node:http in terms of the fetch standard, as far as the servers of the tests need it.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export async function webRequest(incoming) {
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const chunks = []
  if (hasBody) for await (const chunk of incoming) chunks.push(chunk)
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  })
}

export async function writeResponse(response, outgoing) {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  if (response.body === null) outgoing.end()
  else await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined)
}
