// A host of the Skills extension, as the conformance suite drives one: skills-client.mjs [--careless] URL
// It lists the skills of the server and, unless the scenario is about not doing so, loads each and reads its other files.
// With --careless it believes whatever it is sent, to show that the suite would notice.
import { createCatalog } from '../../dist/index.js'
import { mcpSource } from '../../dist/sources/mcp/mcp-source.js'
import { verified } from '../../dist/trust/verified.js'

const isCareless = process.argv.includes('--careless')
const source = mcpSource({ label: 'tested', transport: { type: 'http', url: process.argv.at(-1) } })
const catalog = createCatalog([isCareless ? source : verified(source)])
try {
  const { skills } = await catalog.list()
  const isListing = process.env.MCP_CONFORMANCE_SCENARIO === 'sep-2640-client-no-prefetch'
  for (const { uri } of skills) {
    if (!isListing || isCareless) await useSkill(uri)
    else await catalog.tree(uri)
  }
} finally {
  await catalog.close()
}

async function useSkill(uri) {
  const { entry, files } = await catalog.load(uri)
  for (const { path } of files) await catalog.read(uri, { file: path, held: entry })
}
