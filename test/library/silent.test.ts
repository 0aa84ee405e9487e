import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { built, runScript } from './run-script.ts'

let cwd: string

const FILES = {
  'skills/greet/SKILL.md': '---\nname: greet\ndescription: Greets: people.\n---\nHello $1.\n',
  'skills/greet/references/a.md': 'A.\n',
  'skills/broken/SKILL.md': '---\nname: broken\ndescription: [\n---\n',
  'more/greet/SKILL.md': '---\nname: greet\ndescription: Another.\n---\nHi.\n',
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'skillway-silent-'))
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  const server = resolve(import.meta.dirname, '../../dist/cli/main.js')
  const mcpServers = {
    there: { command: process.execPath, args: [server, 'serve', '--no-defaults', '--skills', 'more'] },
    gone: { command: join(cwd, 'no-such-program') },
    refused: { url: 'http://127.0.0.1:9/mcp' },
  }
  await writeFile(
    join(cwd, 'skillway.yaml'),
    JSON.stringify({ skills: { paths: ['skills', 'missing'] }, mcpServers }),
  )
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

/** Uses every method, on skills and servers that are fine and on such that are not. */
const SCRIPT = `
  import { writeFile } from 'node:fs/promises'
  import { openCatalog } from ${JSON.stringify(built('index.js'))}
  import { createSkillTools, skillsPrompt } from ${JSON.stringify(built('tools/index.js'))}
  const failing = async (promise) => { await promise.then(() => { process.exitCode = 3 }, () => {}) }
  await failing(openCatalog('no-such-file.yaml'))
  const catalog = await openCatalog('skillway.yaml')
  let seen = 0
  const stop = catalog.watch(() => seen++)
  let listing = await catalog.list()
  while (!listing.skills.some(({ uri }) => uri === 'skill://there/greet')) listing = await catalog.list()
  const { diagnostics } = listing
  if (!diagnostics.some(({ source }) => source === 'gone')) process.exitCode = 4
  for (const reference of ['greet', 'skill://there/greet']) {
    await catalog.load(reference, { arguments: 'Alice' })
    await catalog.read(reference)
    await catalog.tree(reference)
    await catalog.explain(reference)
  }
  await catalog.search('greet')
  await catalog.locate('skill://greet')
  await catalog.resolve('greet')
  await catalog.placed()
  for (const bad of ['broken', 'nope', 'skill://greet/../x', 'skill://greet/none.md', 'skill://greet/references']) {
    await failing(catalog.load(bad))
  }
  for (const mode of ['description', 'matcher', 'all']) await skillsPrompt(catalog, { mode })
  for (const tool of createSkillTools(catalog)) await tool.run({ skill_name: 'greet', file_name: 'none', query: 'x' })
  await writeFile('skills/greet/SKILL.md', 'now broken')
  await new Promise((resolve) => setTimeout(resolve, 300))
  await failing(catalog.load('skill://greet'))
  stop()
  await catalog.close()
  const again = await openCatalog({ config: 'skillway.yaml', defaults: false })
  await again[Symbol.asyncDispose]()
`

describe('the library', () => {
  it('prints nothing, whatever is called and whatever is wrong, and lets the process end', async () => {
    const { code, stdout, stderr } = await runScript([], { cwd, script: SCRIPT })
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
  }, 120_000)
})
