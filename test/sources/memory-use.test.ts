import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '../../dist/sources/directory/source.js')
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillway-memory-'))
  const body = 'word '.repeat(60_000)
  for (let index = 0; index < 500; index++) {
    await mkdir(join(root, `skill-${index}`))
    const head = `---\nname: skill-${index}\ndescription: Number ${index}.\n---\n`
    await writeFile(join(root, `skill-${index}`, 'SKILL.md'), head + body)
  }
})

afterAll(() => rm(root, { recursive: true, force: true }))

it('B201: five hundred skills of 300 KB are listed, entered and kept in less than 200 MB', async () => {
  const program = `
    import { directorySource } from ${JSON.stringify(SOURCE)}
    const source = directorySource({ label: 'x', roots: [{ path: ${JSON.stringify(root)}, shown: 'x' }] })
    const { skills } = await source.list()
    for (const { skillPath } of skills) await source.get(skillPath)
    console.log(JSON.stringify({ skills: skills.length, rss: process.memoryUsage().rss / 2 ** 20 }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const { skills, rss } = JSON.parse(stdout)
  expect(skills).toBe(500)
  expect(rss).toBeLessThan(200)
})
