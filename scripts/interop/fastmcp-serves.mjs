import { deepStrictEqual } from 'node:assert'
import { createHash } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCatalog } from '../../dist/index.js'
import { filesOf } from './interop-skills.mjs'
import { CLI, run } from './run.mjs'

const SERVER = fileURLToPath(new URL('fastmcp_server.py', import.meta.url))
const WAYS = {
  provider: { title: "FastMCP's skills provider", protocol: 'fastmcp' },
  resources: { title: 'the same, with every file as a resource', protocol: 'fastmcp' },
  extension: { title: 'the Skills extension (SEP-2640)', protocol: 'extension' },
}

/** FastMCP serves the skills over stdio in each way that it has; Skillway lists, loads and reads them. */
export async function fastmcpServes({ python, skills, home, report }) {
  for (const way of python.serves) {
    const { title, protocol } = WAYS[way]
    report.section(`FastMCP serves, Skillway takes: ${title}`)
    const { root, names, listed } = served(way, skills, home)
    const config = join(home, `${way}.json`)
    const server = { command: python.command, args: [SERVER, root, way], env: { PYTHONWARNINGS: 'ignore' } }
    writeFileSync(
      config,
      JSON.stringify({ mcpServers: { fastmcp: server }, skills: { includeDefaults: false } }),
    )
    const skillway = (...args) => run(process.execPath, [CLI, ...args, '--config', config])

    await report.check('skillway sources', async () => {
      const source = JSON.parse(await skillway('sources', '--json')).sources.at(-1)
      deepStrictEqual([source.server.state, source.server.protocol], ['ready', protocol])
      return `${source.skills} skills by '${protocol}' over MCP ${source.server.protocolVersion}`
    })
    await report.check('skillway list', async () => {
      const { skills: found } = JSON.parse(await skillway('list', '--json'))
      deepStrictEqual(
        found.map(({ uri }) => uri).sort(),
        listed.map((path) => `skill://fastmcp/${path}`),
      )
      return found.length
    })
    await report.check('skillway load api-review', async () => {
      const text = await skillway('load', 'api-review')
      deepStrictEqual(/^<skill_content name="api-review" [^>]*origin="mcp:fastmcp"/.test(text), true)
      return 'tagged with its origin'
    })
    await report.check('entries with digests, and every file byte for byte', () =>
      readAll(config, root, names),
    )
  }
}

/**
 * FastMCP's provider takes every folder at the top as it is; a nested skill is to its clients one more skill if its
 * `SKILL.md` is a resource. The provider of the extension takes nothing but valid skills.
 */
function served(way, { root, paths, standard }, home) {
  const top = (path) => !path.includes('/')
  const names = paths.filter(top)
  if (way === 'provider') return { root, names, listed: names }
  if (way === 'resources') return { root, names, listed: paths }
  const valid = join(home, 'valid-skills')
  const validNames = standard.filter(top)
  for (const path of validNames) cpSync(join(root, path), join(valid, path), { recursive: true })
  return { root: valid, names: validNames, listed: validNames }
}

async function readAll(config, root, names) {
  const catalog = await openCatalog({ config, defaults: false })
  try {
    return await compareAll(catalog, root, names)
  } finally {
    await catalog.close()
  }
}

async function compareAll(catalog, root, names) {
  let count = 0
  for (const name of names) {
    const files = filesOf(join(root, name))
    const { entry } = await catalog.load(`skill://fastmcp/${name}`)
    deepStrictEqual(
      entry.files.map(({ path, size, digest }) => [path, size, digest]),
      [...files].map(([path, bytes]) => [path, bytes.length, digestOf(bytes)]),
    )
    for (const [path, expected] of files) {
      const { bytes } = await catalog.read(`skill://fastmcp/${name}`, { file: path, held: entry })
      if (!expected.equals(bytes)) throw new Error(`${name}/${path} is not the same`)
      count++
    }
  }
  return `${count} files`
}

function digestOf(bytes) {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
