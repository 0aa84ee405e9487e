import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { runScript } from '../library/run-script.ts'
import { type InstalledProject, installedProject } from './installed.ts'

/** Uses every entry but that of servers, and a frontmatter that only the YAML library reads. */
const PROGRAM = `
import { createCatalog, directorySource, memorySource, openCatalog, SkillwayError } from 'skillway'
import { parseSkill } from 'skillway/parse'
import { createSkillTools, skillsPrompt } from 'skillway/tools'

const text = '---\\nname: mine\\ndescription: &text Says $1.\\nwhen: *text\\n---\\nSay $1.\\n'
const folder = directorySource({ label: 'local', roots: [{ path: 'skills', shown: 'skills' }] })
const catalog = createCatalog([folder, memorySource('mine', { mine: { 'SKILL.md': text } })])
const { skills, diagnostics } = await catalog.list()
console.log(skills.map(({ uri }) => uri).join(' '), diagnostics.map(({ code }) => code).join(' '))
const tools = createSkillTools(catalog)
const answer = await tools.find(({ name }) => name === 'load_skill').run({ skill_name: 'mine', arguments: 'hello' })
console.log(answer.content[0].text.trim())
console.log((await catalog.search('greets')).length, (await skillsPrompt(catalog)).includes('skill://greet'))
console.log(parseSkill(new TextEncoder().encode(text), { path: 'mine/SKILL.md' }).skill.frontmatter.when)
const opened = await openCatalog({ config: 'skillway.yaml' })
console.log((await opened.list()).total)
await opened.close()
await catalog.load('none').catch((error) => console.log(error instanceof SkillwayError, error.code))
await catalog.close()
`

let project: InstalledProject
let away: string
beforeAll(async () => {
  project = await installedProject()
  away = await mkdtemp(join(tmpdir(), 'skillway-bundle-'))
  await mkdir(join(away, 'skills/greet'), { recursive: true })
  await writeFile(join(away, 'skills/greet/SKILL.md'), '---\nname: greet\ndescription: Greets.\n---\nHi.\n')
  await writeFile(join(away, 'skillway.yaml'), 'skills: { paths: [./skills], includeDefaults: false }\n')
})
afterAll(async () => {
  await project.remove()
  await rm(away, { recursive: true, force: true })
})

describe('a program that is put into one bundle with the package', () => {
  it('runs where no package is installed', async () => {
    const input = join(project.folder, 'program.mjs')
    await writeFile(input, PROGRAM)
    const bundle = await rolldown({ input, platform: 'node' })
    await bundle.write({
      dir: away,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
    })
    await bundle.close()
    expect(await readdir(away)).not.toContain('node_modules')
    const { code, stdout, stderr } = await runScript(['program.mjs'], { cwd: away })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatchInlineSnapshot(`
      "skill://greet skill://mine ANCHOR_USED UNKNOWN_FIELD
      Say hello.
      1 true
      Says $1.
      1
      true SKILL_NOT_FOUND
      "
    `)
  })
})

describe('the version that the code knows', () => {
  it('is that of package.json', async () => {
    const { version } = JSON.parse(
      await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as { version: string }
    expect(VERSION).toBe(version)
  })
})
