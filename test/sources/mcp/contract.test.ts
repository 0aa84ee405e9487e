import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { skillToWire } from '../../../src/sep2640/skill-to-wire.ts'
import { pathOfUri } from '../../../src/sep2640/uri-path.ts'
import { mcpSource } from '../../../src/sources/mcp/mcp-source.ts'
import { memorySource } from '../../../src/sources/memory.ts'
import type { SkillSource } from '../../../src/sources/types.ts'
import { verified } from '../../../src/trust/verified.ts'
import { sourceContract, type SkillFolders } from '../contract.ts'

const closing: (() => unknown)[] = []
afterAll(() => closing.map((close) => close()))

const overHttp = async (folders: SkillFolders) =>
  mcpSource({
    label: 'docs',
    transport: { type: 'http', url: await serve(memorySource('upstream', folders)) },
  })

sourceContract('an MCP server', overHttp)
sourceContract('an MCP server, verified', async (folders) => verified(await overHttp(folders)))

interface Call {
  id?: number
  method: string
  params: { uri: string }
}

/** A server of the Skills extension that publishes whatever the source has, also what the SDK's own server would not. */
async function serve(source: SkillSource): Promise<string> {
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request)) as Call
    const body = { jsonrpc: '2.0', id, ...(await answer(source, method, params?.uri)) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

async function answer(source: SkillSource, method: string, uri: string): Promise<object> {
  if (method === 'server/discover') {
    const capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } }
    return complete({ supportedVersions: ['2026-07-28'], capabilities })
  }
  const { skills, diagnostics } = await source.list()
  const wire = async (skillPath: string) =>
    skillToWire({ ...(await source.get(skillPath))!, path: skillPath })
  if (method === 'skills/list') {
    const broken = diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ path }) => ({ uri: `skill://${path}`, frontmatter: { name: 'broken' }, resources: [] }))
    return complete({
      skills: [...(await Promise.all(skills.map(({ skillPath }) => wire(skillPath)))), ...broken],
    })
  }
  const path = pathOfUri(uri)
  const skill = skills.findLast(({ skillPath }) => path.startsWith(`${skillPath}/`))
  if (skill === undefined) return { error: { code: -32602, message: 'No such skill' } }
  const filePath = path.slice(skill.skillPath.length + 1)
  if (method === 'resources/read') {
    const blob = Buffer.from(await source.read(skill.skillPath, filePath)).toString('base64')
    return complete({ contents: [{ uri, blob }] })
  }
  return filePath === 'SKILL.md'
    ? complete({ skill: await wire(skill.skillPath) })
    : { error: { code: -32602, message: 'No such skill' } }
}

function complete(result: object): object {
  return { result: { resultType: 'complete', ttlMs: 1000, cacheScope: 'private', ...result } }
}
