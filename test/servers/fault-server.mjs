// A server of the Skills extension with one fault: node fault-server.mjs stdio|http FAULT [JSON]
// Raw on purpose: no SDK would send what this sends. Over HTTP its URL is the first line of its output.
import { createServer } from 'node:http'
import { faults } from './faults.mjs'
import { honest } from './honest-answers.mjs'

const [transport, name = 'none', more = '{}'] = process.argv.slice(2)
const fault = faults[name]
if (fault === undefined) throw new Error(`no fault ${name}`)
const options = JSON.parse(more)
const state = { calls: 0, options, transport }
if (fault.atStart) await fault.atStart(state)
if (transport === 'stdio') serveStdio()
else serveHttp()

/** What goes back for one message: an answer, or something wild that the fault does with the channel itself. */
async function handle(message, channel) {
  if (message.method === undefined) return fault.onAnswer?.(message, { channel, state })
  if (message.id === undefined) return fault.onNotification?.(message, { channel, state })
  state.calls++
  const answer = (body) => channel.send({ jsonrpc: '2.0', id: message.id, ...body })
  const next = () =>
    honest(message, {
      era: options.era ?? 'modern',
      skills: fault.skills?.(state),
      about: fault.about?.(state),
    })
  const own = fault[message.method]
  if (own === undefined) return answer(next())
  const body = await own(message, { channel, state, next, answer })
  if (body !== undefined) answer(body)
}

function serveStdio() {
  const channel = {
    send: (message) => channel.raw(`${JSON.stringify(message)}\n`),
    raw: (text) => process.stdout.write(text),
  }
  let held = ''
  process.stdin.on('data', (chunk) => {
    held += chunk
    const lines = held.split('\n')
    held = lines.pop()
    for (const line of lines) void handle(JSON.parse(line), channel)
  })
  if (!fault.isStubborn) process.stdin.on('end', () => process.exit(0))
}

function serveHttp() {
  const server = createServer(async (request, response) => {
    if (fault.onRequest?.(request, response, state)) return
    if (request.method !== 'POST') return response.writeHead(405).end()
    let text = ''
    for await (const chunk of request) text += chunk
    const message = JSON.parse(text)
    if (message.id === undefined) response.writeHead(202).end()
    const channel = {
      response,
      send: (body) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      raw: (raw) => {
        if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json' })
        return response.write(raw)
      },
    }
    response.on('error', () => undefined)
    await handle(message, channel)
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))
}
