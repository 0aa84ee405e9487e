import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCatalog, directorySource } from '../../dist/index.js'
import { serveOnHttp } from '../../dist/serve/http/listen.js'
import { filesOf } from './interop-skills.mjs'
import { CLI, run } from './run.mjs'

const CLIENT = fileURLToPath(new URL('fastmcp_client.py', import.meta.url))
const WAYS = {
  extension: 'Client.list_skills, get_skill, read_skill',
  resources: 'Client.list_skill_resources, read_skill',
  utilities: 'list_skills, get_skill_manifest, download_skill of fastmcp.utilities.skills',
}
/** What `read_skill` says of a skill in heading form, which the specification does not know. */
const NO_FRONTMATTER = 'SKILL.md must begin with YAML frontmatter'

/** Skillway serves the skills; FastMCP's own clients list and download them. */
export async function fastmcpTakes({ python, skills, home, report }) {
  const source = directorySource({ label: 'local', roots: [{ path: skills.root, shown: 'skills' }] })
  const catalog = createCatalog([source])
  const http = await serveOnHttp(catalog, { port: 0 })
  const places = {
    stdio: [process.execPath, CLI, 'serve', '--no-defaults', '--skills', skills.root],
    http: [http.url],
  }
  try {
    for (const [transport, place] of Object.entries(places)) {
      report.section(`Skillway serves over ${transport}, FastMCP takes`)
      for (const way of python.takes) {
        const target = join(home, `${transport}-${way}`)
        const take = () =>
          run(python.command, [CLIENT, way, target, ...place], { cwd: home, env: python.env })
        await report.check(WAYS[way], async () => compare(JSON.parse(await take()), { way, target, skills }))
      }
    }
  } finally {
    await http.close()
    await catalog.close()
  }
}

function compare(taken, { way, target, skills: { root, paths, standard } }) {
  deepStrictEqual(taken.map(({ path }) => path).sort(), way === 'extension' ? standard : paths)
  let count = 0
  for (const { path, description, error } of taken) {
    if (error === NO_FRONTMATTER && !standard.includes(path)) continue
    if (error !== null) throw new Error(`${path}: ${error}`)
    if (typeof description !== 'string' || description === '') throw new Error(`${path} has no description`)
    const downloaded = filesOf(join(target, path.replaceAll('/', '+'), path.split('/').at(-1)))
    const expected = filesOf(join(root, path))
    deepStrictEqual([...downloaded.keys()], [...expected.keys()])
    for (const [file, bytes] of expected) {
      if (!bytes.equals(downloaded.get(file))) throw new Error(`${path}/${file} is not the same`)
      count++
    }
  }
  const refused = taken.filter(({ error }) => error !== null).map(({ path }) => path)
  const without =
    refused.length === 0 ? '' : `; ${refused.join(', ')} refused by FastMCP, it has no frontmatter`
  return `${taken.length} skills, ${count} files byte for byte${without}`
}
