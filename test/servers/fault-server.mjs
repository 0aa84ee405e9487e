// A server of the Skills extension with one fault. Raw on purpose: no SDK would send what this sends.
//   node fault-server.mjs stdio FAULT [JSON]
//   node fault-server.mjs http           http://HOST/FAULT/ID/BASE64URL-OF-JSON; its origin is the first line of its output
import { createServer } from 'node:http'
import { faults } from './faults.mjs'
import { honest } from './honest-answers.mjs'

const [transport, ...given] = process.argv.slice(2)
if (transport === 'stdio') await serveStdio(...given)
else serveHttp()

function opened(name, options) {
  const fault = faults[name]
  if (fault === undefined) throw new Error(`no fault ${name}`)
  return { fault, state: { calls: 0, options, transport } }
}

/** What goes back for one message: an answer, or something wild that the fault does with the channel itself. */
async function handle({ fault, state }, message, channel) {
  if (message.method === undefined) return fault.onAnswer?.(message, { channel, state })
  if (message.id === undefined) return fault.onNotification?.(message, { channel, state })
  state.calls++
  const answer = (body) => channel.send({ jsonrpc: '2.0', id: message.id, ...body })
  const { era = 'modern' } = state.options
  const next = () => honest(message, { era, skills: fault.skills?.(state), about: fault.about?.(state) })
  const own = fault[message.method]
  if (own === undefined) return answer(next())
  const body = await own(message, { channel, state, next, answer })
  if (body !== undefined) answer(body)
}

async function serveStdio(name, options = '{}') {
  const server = opened(name, JSON.parse(options))
  await server.fault.atStart?.(server.state)
  const channel = {
    send: (message) => channel.raw(`${JSON.stringify(message)}\n`),
    raw: (text) => process.stdout.write(text),
  }
  let held = ''
  process.stdin.on('data', (chunk) => {
    held += chunk
    const lines = held.split('\n')
    held = lines.pop()
    for (const line of lines) void handle(server, JSON.parse(line), channel)
  })
  if (!server.fault.isStubborn) process.stdin.on('end', () => process.exit(0))
}

function serveHttp() {
  const servers = new Map()
  const listener = createServer(async (request, response) => {
    response.on('error', () => undefined)
    const [, name, , options] = request.url.split('/')
    if (!servers.has(request.url))
      servers.set(request.url, opened(name, JSON.parse(Buffer.from(options, 'base64url'))))
    const server = servers.get(request.url)
    if (server.fault.onRequest?.(request, response, server.state)) return
    if (request.method !== 'POST') return response.writeHead(405).end()
    let text = ''
    for await (const chunk of request) text += chunk
    const message = JSON.parse(text)
    if (message.id === undefined) response.writeHead(202).end()
    await handle(server, message, httpChannel(response))
  })
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}`))
}

function httpChannel(response) {
  const type = { 'content-type': 'application/json' }
  return {
    response,
    send: (body) => response.writeHead(200, type).end(JSON.stringify(body)),
    raw: (text) => {
      if (!response.headersSent) response.writeHead(200, type)
      return response.write(text)
    },
  }
}
