import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowsToBytes } from '../../src/sources/directory/index-bytes.ts'
import type { IndexStore } from '../../src/sources/directory/index-store.ts'
import { createPace } from '../../src/sources/directory/pace.ts'
import { sourceContract } from './contract.ts'
import { folderOfAll, write } from './folder-of.ts'
import { indexInMemory } from './index-in-memory.ts'
import { everythingIn, indexed, LONG_AGO, open, settled, SETTLED } from './indexed.ts'
import { skillFile } from './skill-file.ts'

const FILES = {
  'alpha/SKILL.md': skillFile('alpha', 'Does one thing.'),
  'alpha/references/guide.md': 'one guide',
  'alpha/scripts/run.sh': '#!/bin/sh\necho one\n',
  'beta/SKILL.md': skillFile('beta', 'Does another.'),
  'beta/notes.txt': 'note',
  'outer/SKILL.md': skillFile('outer', 'Holds one more.'),
  'outer/inner/SKILL.md': skillFile('inner', 'Lies within.'),
  'odd/SKILL.md': '---\nname: Odd Name\ndescription: "has: a colon"\nlimit: .inf\n---\n\nText.\n',
  'broken/SKILL.md': 'no frontmatter at all',
}

sourceContract('a folder, opened again from its index', async (folders) => {
  const files = Object.entries(folders).flatMap(([folder, own]) =>
    Object.entries(own).map(([file, content]) => [`${folder}/${file}`, content] as const),
  )
  const path = folderOfAll({})
  write(path, Object.fromEntries(files))
  if (files.length > 0) await wait(SETTLED)
  const index = indexInMemory()
  await everythingIn(path, index)
  return open(path, index)
})

describe('opened again', () => {
  let folder: Awaited<ReturnType<typeof indexed>>

  beforeAll(async () => {
    folder = await indexed(FILES)
  })

  it('gives the same, and has nothing new to keep', async () => {
    const { path, index } = folder
    index.writes.length = 0
    expect(await everythingIn(path, index)).toEqual(await everythingIn(path))
    expect(index.writes).toEqual([])
  })

  it('believes nothing of files that were written within the resolution of clocks', async () => {
    const path = folderOfAll(FILES)
    const index = indexInMemory()
    await everythingIn(path, index)
    const kept = Array.from(index.parts.values(), (bytes) => Buffer.from(bytes).toString())
    expect(kept).toHaveLength(2)
    for (const text of kept) expect(text).not.toContain('SKILL.md')
  })

  it('keeps the digests where a process only lists', async () => {
    const { path, index } = folder
    const before = index.parts.get('contents')
    write(path, { 'gamma/SKILL.md': skillFile('gamma', 'Is new.') })
    const source = open(path, index)
    await source.list()
    await source.close!()
    expect(index.parts.get('contents')).toBe(before)
    expect(index.writes.at(-1)).toBe('heads')
    expect(await everythingIn(path, index)).toEqual(await everythingIn(path))
  })

  it('keeps the digests of a few skills of many', async () => {
    const path = await settled(FILES)
    const index = { ...indexInMemory(), minSkills: Object.keys(FILES).filter(isSkillFile).length }
    const writes = []
    for (let process = 0; process < 2; process++) {
      const source = open(path, index)
      expect(await source.get('beta')).toEqual(await open(path).get('beta'))
      await source.close!()
      writes.push(index.writes.splice(0))
    }
    expect(writes).toEqual([['heads', 'contents'], []])
    expect(await everythingIn(path, index)).toEqual(await everythingIn(path))
  })

  it('writes nothing for one skill of a great many', async () => {
    const folders = Array.from({ length: 40 }, (_, at) => `skill-${at}`)
    const files = folders.map((name) => [`${name}/SKILL.md`, skillFile(name, 'Is one of many.')])
    const path = await settled(Object.fromEntries(files))
    const index = { ...indexInMemory(), minSkills: 40 }
    const source = open(path, index)
    await source.get('skill-7')
    await source.close!()
    expect(index.writes).toEqual(['heads'])
  })

  it('leaves nothing behind for fewer skills than are worth it', async () => {
    const path = folderOfAll(FILES)
    const index = { ...indexInMemory(), minSkills: 100 }
    await everythingIn(path, index)
    expect(index.writes).toEqual([])
  })
})

/** Edits that nobody sees happen; each must be seen by the next process all the same. */
const EDITS: [string, (path: string) => void][] = [
  ['a longer SKILL.md', (path) => write(path, { 'alpha/SKILL.md': skillFile('alpha', 'Does much more.') })],
  ['as long a SKILL.md', (path) => write(path, { 'alpha/SKILL.md': skillFile('alpha', 'Does two thing.') })],
  [
    'as long a SKILL.md with the old time of modification',
    (path) => keepingTimes(path, 'alpha/SKILL.md', skillFile('alpha', 'Does six thing.')),
  ],
  [
    'as long a file with the old time of modification',
    (path) => keepingTimes(path, 'beta/notes.txt', 'nota'),
  ],
  ['a file of a folder below', (path) => write(path, { 'alpha/references/guide.md': 'two guide' })],
  ['a new file', (path) => write(path, { 'alpha/references/more.md': 'more' })],
  ['a file that is gone', (path) => rmSync(join(path, 'alpha/references/guide.md'))],
  ['a new skill', (path) => write(path, { 'gamma/SKILL.md': skillFile('gamma', 'Is new.') })],
  [
    'a new skill in another',
    (path) => write(path, { 'alpha/below/SKILL.md': skillFile('below', 'Is new.') }),
  ],
  ['a skill that is gone', (path) => rmSync(join(path, 'beta'), { recursive: true })],
  ['a skill under another name', (path) => renameSync(join(path, 'beta'), join(path, 'delta'))],
  ['two files that change places', (path) => swap(path, 'alpha/SKILL.md', 'beta/SKILL.md')],
  ['two skills that change places', (path) => swap(path, 'alpha', 'beta')],
  ['a file that another one replaces', (path) => replaced(path, 'beta/notes.txt', 'nett')],
  ['a file that is a link now', (path) => linked(path, 'beta/notes.txt', 'SKILL.md')],
  ['a folder that is a link now', (path) => linked(path, 'alpha/references', '../beta')],
  ['a skill that is broken now', (path) => write(path, { 'beta/SKILL.md': 'nothing' })],
  ['a skill that is whole now', (path) => write(path, { 'broken/SKILL.md': skillFile('broken', 'Was it.') })],
  ['a script that may be run now', (path) => chmodSync(join(path, 'alpha/scripts/run.sh'), 0o755)],
  ['another folder in place of all', (path) => swapRoot(path)],
  ['a link in place of all', (path) => linkRoot(path, 'another')],
  ['a link to an edited copy in place of all', (path) => linkRoot(path, 'a copy')],
]

describe('after an edit while no process ran', () => {
  const folders = new Map<string, { path: string; index: IndexStore }>()

  beforeAll(async () => {
    const all = EDITS.map(async ([title]) => folders.set(title, await indexed(FILES)))
    await Promise.all(all)
  }, 30_000)

  it.each(EDITS)('%s is seen', async (title, edit) => {
    const { path, index } = folders.get(title)!
    const before = await everythingIn(path)
    edit(path)
    const truth = await everythingIn(path)
    expect(truth).not.toEqual(before)
    expect(await everythingIn(path, index)).toEqual(truth)
    expect(await everythingIn(path, index), 'with what was kept of the edited files').toEqual(truth)
  })
})

describe('after an edit while a process runs', () => {
  const LINK: (typeof EDITS)[number] = [
    'a root that is a link and leads elsewhere now',
    (path) => repoint(path),
  ]
  // One that is broken keeps its head in a process that has seen it whole.
  const seen = EDITS.filter(([title]) => title !== 'a skill that is broken now')
  const folders = new Map<string, string>()

  beforeAll(async () => {
    const all = [...seen, LINK].map(async ([title]) => folders.set(title, await settled(FILES)))
    await Promise.all(all)
    const target = folders.get(LINK[0])!
    symlinkSync(target, `${target}-link`)
    folders.set(LINK[0], `${target}-link`)
  }, 30_000)

  it.each([...seen, LINK])('%s is seen by who asks for the skill alone', async (title, edit) => {
    const path = folders.get(title)!
    const source = open(path)
    const before = (await source.list()).skills.map(({ skillPath }) => skillPath)
    for (const skillPath of before) expect(await source.get(skillPath)).toBe(await source.get(skillPath))
    edit(path)
    const truth = open(path)
    const after = (await truth.list()).skills.map(({ skillPath }) => skillPath)
    for (const skillPath of new Set([...before, ...after])) {
      expect([skillPath, await source.get(skillPath)]).toEqual([skillPath, await truth.get(skillPath)])
    }
  })
})

describe('an index that is damaged', () => {
  let folder: Awaited<ReturnType<typeof indexed>>

  beforeAll(async () => {
    folder = await indexed(FILES)
  })

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut in its first line', (bytes: Buffer) => bytes.subarray(0, 20)],
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['without its last byte', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['longer than written', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('\n[]')])],
    ['of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['of random bytes', (bytes: Buffer) => randomBytes(bytes.length)],
    ['of another version', (bytes: Buffer) => Buffer.from(bytes.toString().replace(/"skillway":"/, '$&9'))],
    ['of another format', (bytes: Buffer) => Buffer.from(bytes.toString().replace(/"format":/, '$&9'))],
    [
      'with another size in it',
      (bytes: Buffer) => Buffer.from(bytes.toString().replace('"size":9', '"size":8')),
    ],
    [
      'with one bit turned',
      (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length - 40 ? byte ^ 1 : byte)),
    ],
  ])('and is %s is not believed, and is replaced', async (_title, damage) => {
    const { path, index } = folder
    const whole = new Map(index.parts)
    for (const [part, bytes] of whole) index.parts.set(part, damage(Buffer.from(bytes)))
    expect(index.parts).not.toEqual(whole)
    expect(await everythingIn(path, index)).toEqual(await everythingIn(path))
    expect(index.parts).toEqual(whole)
  })

  it.each([
    ['nothing', null],
    ['a number', 7],
    ['an empty row', []],
    ['half a row', ['/skills/alpha']],
    ['a mapping', { realPath: '/skills/alpha' }],
    ['a row of other things', [1, {}, 2, 'yes', [[]], 0]],
  ])('and holds %s under a right checksum is not believed, and is replaced', async (_title, row) => {
    const { path, index } = folder
    const whole = new Map(index.parts)
    for (const part of whole.keys()) index.parts.set(part, await rowsToBytes([row], createPace()))
    expect(await everythingIn(path, index)).toEqual(await everythingIn(path))
    expect(index.parts).toEqual(whole)
  })
})

function isSkillFile(path: string): boolean {
  return path.endsWith('SKILL.md')
}

function keepingTimes(path: string, file: string, text: string): void {
  const { size, mtimeMs } = lstatSync(join(path, file))
  writeFileSync(join(path, file), text)
  utimesSync(join(path, file), LONG_AGO, LONG_AGO)
  expect(lstatSync(join(path, file))).toMatchObject({ size, mtimeMs })
}

function swap(path: string, one: string, other: string): void {
  renameSync(join(path, one), join(path, '.aside'))
  renameSync(join(path, other), join(path, one))
  renameSync(join(path, '.aside'), join(path, other))
}

function replaced(path: string, file: string, text: string): void {
  write(path, { '.new': text })
  renameSync(join(path, '.new'), join(path, file))
}

function linked(path: string, file: string, target: string): void {
  rmSync(join(path, file), { recursive: true })
  symlinkSync(target, join(path, file))
}

function linkRoot(path: string, what: 'another' | 'a copy'): void {
  const other = folderOfAll({ 'beta/SKILL.md': skillFile('beta', 'Is another.') })
  if (what === 'a copy') {
    cpSync(path, other, { recursive: true })
    write(other, { 'beta/notes.txt': 'nota' })
  }
  renameSync(path, `${path}-aside`)
  symlinkSync(other, path)
}

function repoint(path: string): void {
  rmSync(path)
  symlinkSync(folderOfAll({ ...FILES, 'beta/notes.txt': 'nota' }), path)
}

function swapRoot(path: string): void {
  const other = folderOfAll({ 'else/SKILL.md': skillFile('else', 'Is another.') })
  rmSync(path, { recursive: true })
  mkdirSync(path)
  cpSync(other, path, { recursive: true })
}
