import { mcpSource } from '../../../src/sources/mcp/mcp-source.ts'

// Uses a source as a program would, closes it, and does nothing to end: node ending-program.js TRANSPORT
const transport = JSON.parse(process.argv[2]!)
const source = mcpSource({ label: 'docs', transport, limits: { waitMs: 800, closeMs: 200 } })
source.watch(() => undefined)
await source.list()
const read = source.read('refunds', 'SKILL.md').catch(() => undefined)
await new Promise((resolve) => setTimeout(resolve, 50))
await source.close()
await read
console.log('closed')
