// One Skillway in front of two MCP servers that serve skills: one client, one name space, every skill with its origin.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const SKILLWAY = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'skillway-gateway-'))
await skill('team-a/deploy', 'Deploys the shop.', 'Deploy $1 to staging first.')
await skill('team-b/deploy', 'Deploys the warehouse.', 'Deploy at night.')
await skill('team-b/restock', 'Orders what runs out.', 'Order twice what was sold.')

// Two servers, here Skillway again; any server of the Skills extension or of FastMCP will do.
const upstream = (skills) => ({
  command: process.execPath,
  args: [SKILLWAY, 'serve', '--no-defaults', '--skills', skills],
})
const mcpServers = { shop: upstream('team-a'), warehouse: upstream('team-b') }
await writeFile(join(folder, 'gateway.json'), JSON.stringify({ mcpServers }))

const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [SKILLWAY, 'serve', '--no-defaults', '--config', join(folder, 'gateway.json')],
    env: {
      ...process.env,
      SKILLWAY_STATE_DIR: join(folder, 'state'),
      SKILLWAY_CACHE_DIR: join(folder, 'cache'),
    },
    stderr: 'ignore',
  }),
)

let text = ''
while (!(text.includes('skill://shop/') && text.includes('skill://warehouse/')))
  text = await call('list_skills', {}) // while they start
console.log(text)
console.log(await call('load_skill', { skill_name: 'skill://shop/deploy', arguments: 'v2' }))
console.log(await call('load_skill', { skill_name: 'restock' }))
await client.close()
await rm(folder, { recursive: true })

async function call(name, input) {
  const { content } = await client.callTool({ name, arguments: input })
  return content[0].text.replaceAll(/mark="\w+"/g, 'mark="…"') // random in every answer
}

async function skill(path, description, body) {
  await mkdir(join(folder, path), { recursive: true })
  const name = path.split('/').at(-1)
  await writeFile(
    join(folder, path, 'SKILL.md'),
    `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`,
  )
}
