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

/** The URLs of all modules that a program loads, beside Node's own. */
async function modulesOf(script: string): Promise<string[]> {
  const { code, stderr, stdout } = await runScript([], {
    cwd,
    script: `import { register } from 'node:module'\nregister(${JSON.stringify(HOOK)})\n${script}`,
  })
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'ran' })
  return stderr.split('\n').filter((url) => url.startsWith('file:'))
}

/** The packages that a program loads. */
async function packagesOf(script: string): Promise<string[]> {
  return namesIn(await modulesOf(script), /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)
}

/** The files and folders of `dist` from which a program loads something. */
async function partsOf(script: string): Promise<string[]> {
  const own = (await modulesOf(script)).filter((url) => url.startsWith(built('')))
  return namesIn(own, /\/dist\/([^/]+)/)
}

function namesIn(urls: readonly string[], pattern: RegExp): string[] {
  return [...new Set(urls.flatMap((url) => pattern.exec(url)?.[1] ?? []))].sort()
}

const opening = `
  const { openCatalog } = await import(${JSON.stringify(built('index.js'))})
  const catalog = await openCatalog({ skills: ['./skills'], defaults: false })
`
const importing = (entry: string) => `await import(${JSON.stringify(built(entry))}); ${ran}`
const ran = `process.stdout.write('ran')`

describe('a program that uses the library', () => {
  it('loads little with the root entry: no package, and of ours what checks names and URIs', async () => {
    const script = importing('index.js')
    expect(await packagesOf(script)).toEqual([])
    expect(await partsOf(script)).toEqual([
      'catalog',
      'config',
      'errors.js',
      'index.js',
      'library',
      'on-first-use.js',
      'sources',
      'text',
      'uri',
    ])
    expect((await modulesOf(script)).length).toBeLessThanOrEqual(14)
  })

  it('loads nothing more to name sources, make a catalog of them and close it', async () => {
    const making = `
      const { createCatalog, directorySource, memorySource } = await import(${JSON.stringify(built('index.js'))})
      const folder = directorySource({ label: 'local', roots: [{ path: 'skills', shown: 'skills' }] })
      await createCatalog([folder, memorySource('mine', {})]).close()
    `
    const all = await modulesOf(`${making}; ${ran}`)
    expect(all.length).toBe((await modulesOf(importing('index.js'))).length)
  })

  it('loads no package and little of ours with skillway/tools', async () => {
    const script = importing('tools/index.js')
    expect(await packagesOf(script)).toEqual([])
    expect((await modulesOf(script)).length).toBeLessThanOrEqual(22)
  })

  it('loads a YAML parser and nothing but the file format with skillway/parse', async () => {
    expect(await packagesOf(importing('parse.js'))).toEqual(['js-yaml'])
    expect(await partsOf(importing('parse.js'))).toEqual(['parse.js', 'skill', 'text'])
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
