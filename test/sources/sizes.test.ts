import { linkSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../src/skill/limits.ts'
import { write } from './folder-of.ts'
import { failure, findings, open, pathsOf, place } from './place.ts'
import { skillFile } from './skill-file.ts'

describe('sizes', () => {
  it('A19: a sparse file of 4 GiB is refused before any memory is taken for it', async () => {
    const { root, skill } = place({ 'root/s/huge.bin': '' })
    truncateSync(join(skill, 'huge.bin'), 4 * 1024 ** 3)
    const source = open(root)
    const before = process.memoryUsage().rss
    expect(await failure(source.read('s', 'huge.bin'))).toMatchObject({ code: 'TOO_LARGE' })
    const entry = (await source.get('s'))!
    expect(entry).toMatchObject({ listable: false, files: [{ path: 'SKILL.md' }] })
    expect(entry.diagnostics).toMatchObject([{ code: 'SKILL_TOO_LARGE', path: 's/huge.bin' }])
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2)
  })

  it('D14: 16 MiB and 512 files are published, one more of either is only loaded', async () => {
    const { root, skill } = place()
    const own = readFileSync(join(skill, 'SKILL.md')).length
    const bytes = LIMITS.skillBytes - own
    write(skill, { 'big.bin': new Uint8Array(bytes) })
    for (let count = 2; count < LIMITS.skillFiles; count++) writeFileSync(join(skill, `f${count}`), '')
    const source = open(root)
    expect(await source.get('s')).toMatchObject({ listable: true, diagnostics: [] })
    writeFileSync(join(skill, 'one-more'), '1')
    const entry = (await source.get('s'))!
    expect(entry.listable).toBe(false)
    expect(entry.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'TOO_MANY_RESOURCES s',
      'SKILL_TOO_LARGE s',
    ])
    expect(entry.files).toHaveLength(LIMITS.skillFiles + 1)
    expect((await source.list()).skills).toHaveLength(1)
  })

  it('A20: a skill of 12,000 files and 50 levels deep, is cut short and harms no other', async () => {
    const { root, skill } = place({ 'root/t/SKILL.md': skillFile('t', 'Is small.') })
    mkdirSync(join(skill, 'many'))
    for (let count = 0; count < 12_000; count++) linkOrWrite(join(skill, 'many'), count)
    write(skill, { [`${'d/'.repeat(50)}deep.md`]: 'deep' })
    const source = open(root)
    const start = performance.now()
    expect(await pathsOf(source)).toEqual(['s', 't'])
    const entry = (await source.get('s'))!
    expect(entry.listable).toBe(false)
    expect(entry.files.length).toBeLessThanOrEqual(10_000)
    expect(entry.diagnostics.map(({ code }) => code)).toContain('SCAN_LIMIT')
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(await source.get('t')).toMatchObject({ listable: true })
  })

  it('a SKILL.md of more than 1 MiB is not loaded, and says so', async () => {
    const { root } = place({
      'root/t/SKILL.md': skillFile('t', 'Is large.', 'x\n'.repeat(LIMITS.skillFileBytes)),
    })
    const source = open(root)
    expect(await pathsOf(source)).toEqual(['s'])
    expect(await findings(source)).toEqual(['SKILL_TOO_LARGE t/SKILL.md'])
  })

  it('a head of more than the first part of the file is read whole', async () => {
    const description = `Long ${'x'.repeat(20_000)}`
    const { root } = place({ 'root/t/SKILL.md': skillFile('t', description) })
    const { skills } = await open(root).list()
    expect(skills.find(({ name }) => name === 't')!.description).toBe(description)
  })
})

/** Many names for one file are made faster than many files. */
function linkOrWrite(folder: string, count: number): void {
  const path = join(folder, `f${count}`)
  if (count % 10_000 === 0) writeFileSync(path, 'x')
  else linkSync(join(folder, `f${count - (count % 10_000)}`), path)
}
