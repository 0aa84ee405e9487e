import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { indexFiles } from '../../src/config/index-files.ts'
import { place } from './place.ts'

const BYTES = Buffer.from('what was learnt')

/** An index of one folder of skills on a machine of its own. */
function machine(env: Record<string, string> = {}) {
  const { home } = place({ 'home/skills/a/SKILL.md': 'x' })
  const open = (path = join(home, 'skills'), shown = './skills') =>
    indexFiles([{ path, shown, optional: false }], { home, env })
  return { home, open, folder: join(home, '.cache/skillway/index') }
}

function onlyFile(folder: string): string {
  const names = readdirSync(folder)
  expect(names).toHaveLength(1)
  return join(folder, names[0]!)
}

describe.runIf(process.platform === 'linux')('the files of an index', () => {
  it('are there for the next process, readable by their owner alone', async () => {
    const { open, folder } = machine()
    await open().write('heads', BYTES)
    expect(await open().read('heads')).toEqual(BYTES)
    expect(await open().read('contents')).toBeUndefined()
    expect(onlyFile(folder)).toMatch(/\/[0-9a-f]{64}\.heads$/)
  })

  it.each([
    ['another folder', ['skills/a', './skills']],
    ['the same folder under another name', ['skills', '~/skills']],
  ] as const)('are not those of %s', async (_title, [path, shown]) => {
    const { home, open } = machine()
    await open().write('heads', BYTES)
    expect(await open(join(home, path), shown).read('heads')).toBeUndefined()
  })

  it('give way to others when there are many', async () => {
    const { home, open, folder } = machine()
    for (let count = 0; count < 36; count++) {
      await open(join(home, 'skills'), `name ${count}`).write('heads', BYTES)
      for (const name of readdirSync(folder)) {
        const path = join(folder, name)
        const age = Date.now() / 1000 - 60
        if (count < 4) utimesSync(path, age, age)
      }
    }
    expect(readdirSync(folder)).toHaveLength(32)
    expect(await open(join(home, 'skills'), 'name 0').read('heads')).toBeUndefined()
    expect(await open(join(home, 'skills'), 'name 35').read('heads')).toEqual(BYTES)
  })

  it.each([
    ['a file that others may write to', (file: string) => chmodSync(file, 0o666)],
    ['a folder that others may write to', (file: string) => chmodSync(join(file, '..'), 0o777)],
    ['a cache folder that others may write to', (file: string) => chmodSync(join(file, '../..'), 0o777)],
  ])('are not read from %s', async (_title, change) => {
    const { open, folder } = machine()
    await open().write('heads', BYTES)
    change(onlyFile(folder))
    expect(await open().read('heads')).toBeUndefined()
  })

  it('are neither read nor written through a link', async () => {
    const { home, open, folder } = machine()
    mkdirSync(join(home, 'elsewhere'))
    mkdirSync(join(folder, '..'), { recursive: true })
    symlinkSync(join(home, 'elsewhere'), folder)
    await open().write('heads', BYTES)
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([])
    expect(await open().read('heads')).toBeUndefined()
  })

  it.each([
    ['a cache folder that is a file', 'cache-file'],
    ['a cache folder that is relative', 'relative'],
  ])('cost nothing but time with %s', async (_title, kind) => {
    const { home } = machine()
    writeFileSync(join(home, 'cache-file'), '')
    const cache = kind === 'relative' ? 'relative/cache' : join(home, kind)
    const index = indexFiles([{ path: join(home, 'skills'), shown: 'x', optional: false }], {
      home,
      env: { SKILLWAY_CACHE_DIR: cache },
    })
    await index.write('heads', BYTES)
    expect(await index.read('heads')).toBeUndefined()
    expect(readFileSync(join(home, 'cache-file')).length).toBe(0)
  })

  it('never lie where skills are looked for', async () => {
    const { home, open } = machine()
    await open(home).write('heads', BYTES)
    expect(existsSync(join(home, '.cache'))).toBe(false)
  })
})
