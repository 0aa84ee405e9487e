import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { built, runScript } from './run-script.ts'

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'skillway-loads-'))
  await mkdir(join(cwd, 'skills/greet'), { recursive: true })
  await writeFile(
    join(cwd, 'skills/greet/SKILL.md'),
    '---\nname: greet\ndescription: Greets.\n---\nHello $1.\n',
  )
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

/** Tells the parent of every module that is loaded, by its URL. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs'
  export async function load(url, context, next) {
    writeSync(2, url + '\\n')
    return next(url, context)
  }
`)}`

/** The packages that a program loads, beside Node's own modules. */
async function packagesOf(script: string): Promise<string[]> {
  const { code, stderr, stdout } = await runScript([], {
    cwd,
    script: `import { register } from 'node:module'\nregister(${JSON.stringify(HOOK)})\n${script}`,
  })
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'ran' })
  const names = [...stderr.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name]) => name!)
  return [...new Set(names)].sort()
}

const opening = `
  const { openCatalog } = await import(${JSON.stringify(built('index.js'))})
  const catalog = await openCatalog({ skills: ['./skills'], defaults: false })
`
const ran = `process.stdout.write('ran')`

describe('a program that uses the library', () => {
  it('loads of other packages only a YAML parser with the root entry', async () => {
    expect(await packagesOf(`await import(${JSON.stringify(built('index.js'))}); ${ran}`)).toEqual([
      'js-yaml',
    ])
  })

  it('loads no MCP, zod or hono to open a catalog of folders, list and load', async () => {
    const calls = `
      const { skills } = await catalog.list()
      const { text } = await catalog.load(skills[0].uri, { arguments: 'Alice' })
      if (text.trim() !== 'Hello Alice.') throw new Error(text)
      await catalog.tree('greet'); await catalog.explain('greet'); await catalog.read('greet'); await catalog.close()
    `
    expect(await packagesOf(opening + calls + ran)).toEqual(['js-yaml'])
  })

  it('loads the search library when it searches', async () => {
    expect(await packagesOf(`${opening} await catalog.search('greet'); ${ran}`)).toEqual([
      'js-yaml',
      'minisearch',
    ])
  })

  it('loads a file watcher when it watches', async () => {
    const watching = `catalog.watch(() => {}); await catalog.list(); await catalog.close(); ${ran}`
    expect(await packagesOf(opening + watching)).toContain('js-yaml')
    expect(await packagesOf(opening + watching)).not.toContain('zod')
  })

  it('loads no MCP, zod or hono with skillway/tools', async () => {
    const calls = `
      const { createSkillTools } = await import(${JSON.stringify(built('tools/index.js'))})
      const tools = createSkillTools(catalog)
      const answer = await tools.find(({ name }) => name === 'load_skill').run({ skill_name: 'greet' })
      if (answer.isError) throw new Error(answer.content[0].text)
      await catalog.close()
    `
    expect(await packagesOf(opening + calls + ran)).toEqual(['js-yaml'])
  })
})
