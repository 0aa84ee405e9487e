// The official SDK over HTTP, with its own catalog of the skills below a folder.
import type * as Hono from '@hono/node-server'
import type * as Sdk from '@modelcontextprotocol/server'
import { importFrom } from '../peers/peers.ts'
import { sdkCatalog } from '../peers/sdk.ts'
import { listenOnFreePort } from './serve-http.ts'

const [, , root, folder] = process.argv
const { McpServer, createMcpHandler } = (await importFrom(
  folder!,
  '@modelcontextprotocol/server',
)) as typeof Sdk
const { getRequestListener } = (await importFrom(folder!, '@hono/node-server')) as typeof Hono
const skills = await sdkCatalog(folder!, root!)
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' })
  skills.attach(server)
  return server
})
listenOnFreePort(getRequestListener((request) => handler.fetch(request), { overrideGlobalObjects: false }))
