// Walks through the main job with the official MCP client: the built server over stdio, on the example skills.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const client = new Client(
  { name: 'skillway-demo', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' } },
)
const server = [
  path('../dist/cli/main.js'),
  'serve',
  '--no-defaults',
  '--skills',
  path('./skills'),
  '--allow-shell',
]

await client.connect(
  new StdioClientTransport({ command: process.execPath, args: server, cwd: path('.'), stderr: 'ignore' }),
)
console.log(
  `Connected to ${client.getServerVersion().title} at MCP ${client.getNegotiatedProtocolVersion()}.`,
)

await show('What is there?', 'list_skills', {})
await show('Which one writes a report from a table?', 'search_skills', {
  query: 'csv table report',
  limit: 2,
})
await show('Load one with arguments.', 'load_skill', {
  skill_name: 'greeting',
  arguments: 'Alice Company formal',
})
await show('Read a file that a skill mentions.', 'read_reference_file', {
  skill_name: 'api-review',
  file_name: 'references/errors.md',
})
await show('A path that leaves the skill is refused.', 'load_skill', {
  skill_name: 'skill://api-review/../../../etc/passwd',
})
await show('A name that is not there gets the closest ones.', 'load_skill', { skill_name: 'comit-mesage' })
const { tools } = await client.listTools()
if (tools.some(({ name }) => name === 'run_shell_command')) {
  await show('Run a script of a skill, in a sandbox.', 'run_shell_command', {
    skill_name: 'csv-report',
    command: String.raw`printf 'item,price\nink,4\npaper,2.5\n' > order.csv && python3 /skill/scripts/csv_report.py order.csv`,
  })
} else {
  console.log('\n# Scripts of skills are not run here: that takes bubblewrap, and there is none that works.')
}
await client.close()
console.log('\nDone. Connect a client of yours as docs/clients.md shows.')

/** Calls a tool and prints what a model would see of it, at most a dozen lines. */
async function show(title, name, input) {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const lines = content
    .map((block) => block.text ?? `[${block.type}]`)
    .join('\n---\n')
    .split('\n')
  const more = lines.length > 14 ? [`… ${lines.length - 12} more lines`] : []
  console.log(`\n# ${title}\n> ${name} ${JSON.stringify(input)}${isError ? '   (refused)' : ''}`)
  console.log([...(more.length ? lines.slice(0, 12) : lines), ...more].map((line) => `  ${line}`).join('\n'))
}
