// Skillway as an MCP server, seen by the official client: tools, resources and prompts over stdio.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(
  new StdioClientTransport({
    command: process.execPath, // or: command: 'npx', args: ['-y', 'skillway', 'serve']
    args: [path('../dist/cli/main.js'), 'serve', '--no-defaults', '--skills', path('./skills')],
    stderr: 'ignore',
  }),
)

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}`)

const loaded = await client.callTool({
  name: 'load_skill',
  arguments: { skill_name: 'greeting', arguments: 'Alice Company formal' },
})
console.log(`\n${loaded.content[0].text.trim()}`)

const { contents } = await client.readResource({ uri: 'skill://api-review/references/errors.md' })
console.log(`\n${contents[0].mimeType}: ${contents[0].text.split('\n', 1)[0]}`)

const { messages } = await client.getPrompt({ name: 'greeting', arguments: { arguments: 'Bob Team warm' } })
console.log(`\n${messages[0].role}: ${messages[0].content.text.trim().split('\n', 1)[0]}`)

const refused = await client.callTool({
  name: 'read_reference_file',
  arguments: { skill_name: 'greeting', file_name: '../api-review/SKILL.md' },
})
console.log(`\n${refused.isError ? 'Refused' : 'Read'}: ${refused.content[0].text.split('\n', 1)[0]}`)
await client.close()
