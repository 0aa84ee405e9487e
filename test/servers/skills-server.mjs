// A server of the MCP Skills extension, made with the official SDK: node skills-server.mjs ROOT stdio|http both|modern|legacy
// Touching ROOT/.reload makes it read the skills again. Over HTTP it prints its URL as the first line of its output.
import { watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { SessionEndpoint } from './session-endpoint.mjs'
import { webRequest, writeResponse } from './web-request.mjs'

const [root, transport = 'stdio', era = 'both', more = '{}'] = process.argv.slice(2)
const { instructions, pageSize } = JSON.parse(more)
const skills = await loadSkills(root, { onWarning: () => undefined, pageSize: pageSize ?? 100 })
const newServer = () => {
  const server = new McpServer(
    { name: 'skills-server', version: '1.0.0' },
    { capabilities: { resources: { listChanged: true } }, instructions },
  )
  skills.attach(server)
  return server
}
let announce = () => undefined
writeFileSync(join(root, '.reload'), '')
watch(join(root, '.reload'), async () => {
  const { listChanged } = await skills.reload()
  if (listChanged) announce()
}).unref()

if (transport === 'stdio' && era === 'legacy') await newServer().connect(new StdioServerTransport())
else if (transport === 'stdio') serveStdio(newServer, { legacy: era === 'both' ? 'serve' : 'reject' })
else serveHttp()

function serveHttp() {
  const handler = createMcpHandler(newServer, { legacy: era === 'modern' ? 'reject' : 'stateless' })
  announce = () => handler.notify.resourcesChanged()
  const sessions = new SessionEndpoint(newServer)
  process.on('SIGUSR2', () => sessions.forget())
  const fetch = era === 'legacy' ? (request) => sessions.fetch(request) : (request) => handler.fetch(request)
  const server = createServer(async (incoming, outgoing) => {
    await writeResponse(await fetch(await webRequest(incoming)), outgoing)
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))
}
