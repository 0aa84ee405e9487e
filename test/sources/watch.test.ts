import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SkillSource } from '../../src/sources/types.ts'
import { skillFile } from './skill-file.ts'
import { folderOf, write } from './folder-of.ts'
import { findings, openAll, pathsOf } from './place.ts'

/** How long a change may take until it is seen, with room for a busy machine. */
const SOON = 5000
const A = skillFile('a', 'First.')

/** A watched source over `root` in a new folder that already holds the skills `a` and `b`, and how often it has told of changes. */
async function watched(more: Record<string, string> = {}, roots = ['root']) {
  const base = folderOf({ 'root/a/SKILL.md': A, 'root/b/SKILL.md': skillFile('b', 'Second skill.'), ...more })
  const source = openAll(roots.map((path) => ({ path: join(base, path), shown: path, optional: true })))
  const told = vi.fn<() => void>()
  onTestFinished(source.watch!(told))
  await source.list()
  await settled(source)
  return { base, root: join(base, 'root'), source, told }
}

/** Until the watch answers from memory, so that what follows is seen by it alone. */
async function settled(source: SkillSource): Promise<void> {
  await vi.waitFor(async () => expect(await source.list()).toBe(await source.list()), { timeout: SOON })
}

async function description(source: SkillSource, name: string): Promise<string | undefined> {
  return (await source.list()).skills.find((skill) => skill.name === name)?.description
}

const eventually = (check: () => Promise<unknown> | void): Promise<unknown> =>
  vi.waitFor(check, { timeout: SOON, interval: 20 })

describe('a watched folder', () => {
  it.each<[title: string, change: (root: string) => void, expected: string[]]>([
    ['an edit', (root) => write(root, { 'a/SKILL.md': skillFile('a', 'Edited.') }), ['a', 'b']],
    [
      'a save by rename',
      (root) => {
        write(root, { 'a/.SKILL.md.tmp': skillFile('a', 'Edited.') })
        renameSync(join(root, 'a/.SKILL.md.tmp'), join(root, 'a/SKILL.md'))
      },
      ['a', 'b'],
    ],
    ['a new skill', (root) => write(root, { 'c/SKILL.md': skillFile('c', 'New.') }), ['a', 'b', 'c']],
    [
      'a new skill far down',
      (root) => write(root, { 'x/y/z/SKILL.md': skillFile('z', 'New.') }),
      ['a', 'b', 'x/y/z'],
    ],
    ['a deleted skill (B198)', (root) => rmSync(join(root, 'a'), { recursive: true }), ['b']],
    ['a deleted SKILL.md', (root) => rmSync(join(root, 'a/SKILL.md')), ['b']],
    ['a renamed folder (B198)', (root) => renameSync(join(root, 'a'), join(root, 'c')), ['a', 'b']],
    ['a root that is deleted', (root) => rmSync(root, { recursive: true }), []],
  ])('tells of %s, once', async (_title, change, expected) => {
    const { root, source, told } = await watched()
    const before = await source.list()
    change(root)
    await eventually(() => expect(told).toHaveBeenCalled())
    expect(await source.list()).not.toBe(before)
    expect((await pathsOf(source)).sort()).toEqual(expected)
    await sleep(300)
    expect(told.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it('tells of a change in a file that no listing shows', async () => {
    const { root, source, told } = await watched({ 'root/a/docs/x.md': 'x' })
    const before = await source.get('a')
    write(root, { 'a/docs/x.md': 'y' })
    await eventually(() => expect(told).toHaveBeenCalled())
    expect(await source.get('a')).not.toEqual(before)
  })

  it('goes on after the folder of a skill was replaced', async () => {
    const { root, source, told } = await watched()
    rmSync(join(root, 'a'), { recursive: true })
    write(root, { 'a/SKILL.md': skillFile('a', 'Replaced.') })
    await eventually(async () => expect(await description(source, 'a')).toBe('Replaced.'))
    await sleep(800)
    told.mockClear()
    write(root, { 'a/SKILL.md': skillFile('a', 'Again.') })
    await eventually(() => expect(told).toHaveBeenCalled())
    expect(await description(source, 'a')).toBe('Again.')
  })

  it('sees an edit within a second', async () => {
    const { root, source } = await watched()
    write(root, { 'a/SKILL.md': skillFile('a', 'Edited.') })
    const start = performance.now()
    await eventually(async () => expect(await description(source, 'a')).toBe('Edited.'))
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('says nothing of hidden files and installed packages', async () => {
    const { root, source, told } = await watched({
      'root/a/.git/HEAD': 'x',
      'root/a/node_modules/p/x.js': '1',
    })
    write(root, { 'a/.git/HEAD': 'y', 'a/node_modules/p/x.js': '2', 'a/.SKILL.md.swp': 'z' })
    await sleep(400)
    expect(told).not.toHaveBeenCalled()
    expect(await pathsOf(source)).toEqual(['a', 'b'])
  })

  it('answers from memory as long as nothing happens, unless asked afresh', async () => {
    const { source } = await watched()
    const listing = await source.list()
    expect(await source.list({ fresh: true })).toBe(listing)
  })

  it('tells several listeners, and those that have left no more', async () => {
    const { root, source, told } = await watched()
    const other = vi.fn<() => void>()
    const stop = source.watch!(other)
    stop()
    stop()
    write(root, { 'a/SKILL.md': skillFile('a', 'Edited.') })
    await eventually(() => expect(told).toHaveBeenCalled())
    expect(other).not.toHaveBeenCalled()
  })

  it('stays true when nobody watches any more', async () => {
    const base = folderOf({ 'a/SKILL.md': A })
    const source = openAll([{ path: base, shown: 'base' }])
    source.watch!(() => {})()
    expect(await description(source, 'a')).toBe('First.')
    write(base, { 'a/SKILL.md': skillFile('a', 'Edited.') })
    expect(await description(source, 'a')).toBe('Edited.')
    await source.close!()
    write(base, { 'a/SKILL.md': skillFile('a', 'Closed.') })
    expect(await description(source, 'a')).toBe('Closed.')
  })
})

describe('reloading, as people reported it', () => {
  it('B193: a half-written file keeps its skill as it was, says what is wrong, and lets no other suffer', async () => {
    const { root, source } = await watched()
    write(root, { 'a/SKILL.md': '---\nname: a\ndescr' })
    await eventually(async () => expect(await findings(source)).toEqual(['FRONTMATTER_UNCLOSED a/SKILL.md']))
    expect(await description(source, 'a')).toBe('First.')
    const entry = (await source.get('a'))!
    expect(entry).toMatchObject({
      description: 'First.',
      listable: false,
      files: [{ path: 'SKILL.md', size: 17 }],
    })
    expect(entry.diagnostics).toMatchObject([{ code: 'FRONTMATTER_UNCLOSED' }])
    expect(Buffer.from(await source.read('a', 'SKILL.md')).toString()).toBe('---\nname: a\ndescr')
    write(root, { 'a/SKILL.md': skillFile('a', 'Second.') })
    await eventually(async () => expect(await description(source, 'a')).toBe('Second.'))
    expect(await source.get('a')).toMatchObject({ listable: true, diagnostics: [] })
  })

  it('B193: a broken skill that is deleted is gone', async () => {
    const { root, source } = await watched()
    write(root, { 'a/SKILL.md': 'nothing' })
    await eventually(async () => expect(await findings(source)).toHaveLength(1))
    rmSync(join(root, 'a'), { recursive: true })
    await eventually(async () => expect(await pathsOf(source)).toEqual(['b']))
    write(root, { 'a/SKILL.md': 'nothing' })
    await eventually(async () => expect(await findings(source)).toHaveLength(1))
    expect(await pathsOf(source)).toEqual(['b'])
  })

  it('B194: a root that is made later is found', async () => {
    const { base, source, told } = await watched({}, ['root', 'far/away/later'])
    write(base, { 'far/away/later/x/SKILL.md': skillFile('x', 'Late.') })
    await eventually(() => expect(told).toHaveBeenCalled())
    expect(await pathsOf(source)).toEqual(['a', 'b', 'x'])
  })

  it.runIf(process.platform !== 'win32')(
    'B196: what a link leads to is watched, also if it comes later',
    async () => {
      const { base, root, source, told } = await watched()
      symlinkSync('../store/l', join(root, 'l'))
      await eventually(() => expect(told).toHaveBeenCalled())
      expect(await findings(source)).toEqual(['SYMLINK_BROKEN l'])
      write(base, { 'store/l/SKILL.md': skillFile('l', 'Made.') })
      await eventually(async () => expect(await description(source, 'l')).toBe('Made.'))
      await sleep(300)
      told.mockClear()
      write(base, { 'store/l/SKILL.md': skillFile('l', 'Changed.') })
      await eventually(() => expect(told).toHaveBeenCalled())
      expect(await description(source, 'l')).toBe('Changed.')
    },
  )

  it.runIf(process.platform !== 'win32')(
    'a root that is a link is followed when it is turned elsewhere',
    async () => {
      const { base, source, told } = await watched({ 'other/x/SKILL.md': skillFile('x', 'Elsewhere.') }, [
        'current',
      ])
      symlinkSync('root', join(base, 'current'))
      await eventually(async () => expect(await pathsOf(source)).toEqual(['a', 'b']))
      await sleep(300)
      told.mockClear()
      rmSync(join(base, 'current'))
      symlinkSync('other', join(base, 'current'))
      await eventually(() => expect(told).toHaveBeenCalled())
      expect(await pathsOf(source)).toEqual(['x'])
    },
  )

  it('B199: a storm of 500 edits is told at most three times', async () => {
    const files = Array.from({ length: 500 }, (_, index) => `root/a/f${index}`)
    const { base, told } = await watched(Object.fromEntries(files.map((path) => [path, ''])))
    for (const path of files) {
      const now = new Date()
      utimesSync(join(base, path), now, now)
      writeFileSync(join(base, path), 'x')
    }
    await eventually(() => expect(told).toHaveBeenCalled())
    await sleep(1000)
    expect(told.mock.calls.length).toBeLessThanOrEqual(3)
  })

  it('B225, A30: 100 callers at a time are all answered while skills are rewritten', async () => {
    const { root, source } = await watched()
    let round = 0
    const timer = setInterval(() => {
      round++
      write(root, { 'a/.SKILL.md': skillFile('a', `Round ${round}.`, `Round ${round}.\n`) })
      renameSync(join(root, 'a/.SKILL.md'), join(root, 'a/SKILL.md'))
      if (round % 5 === 0) rmSync(join(root, 'b'), { recursive: true, force: true })
      else write(root, { 'b/SKILL.md': skillFile('b', 'Again.') })
    }, 5)
    onTestFinished(() => clearInterval(timer))
    let answered = 0
    for (const end = Date.now() + 2000; Date.now() < end;) {
      const calls = Array.from({ length: 100 }, async () => {
        const [entry, bytes] = await Promise.all([source.get('a'), source.read('a', 'SKILL.md')])
        const text = Buffer.from(bytes).toString()
        expect(entry).toMatchObject({
          name: 'a',
          description: expect.stringMatching(/^(?:Round \d+|First)\.$/),
        })
        expect(text).toMatch(/^---\nname: a\ndescription: (Round \d+)\.\n---\n\n\1\.\n$|First/)
        answered++
      })
      await Promise.all(calls)
    }
    expect(answered).toBeGreaterThan(100)
    expect(answered % 100).toBe(0)
  })
})

describe('the folders of a source that are watched in vain', () => {
  it('a folder that is made and filled at once is not missed', async () => {
    const { root, source } = await watched()
    for (let count = 0; count < 20; count++) {
      mkdirSync(join(root, `g${count}/inner`), { recursive: true })
      write(root, { [`g${count}/inner/SKILL.md`]: skillFile('inner', 'Deep.') })
    }
    await eventually(async () => expect(await pathsOf(source)).toHaveLength(22))
  })

  it.each(Array.from({ length: 12 }, (_, round) => round * 4))(
    'what changes %d ms after the first look has begun is seen by a listing from memory',
    async (delay) => {
      const many = Array.from({ length: 150 }, (_, at) => [
        `root/m${at}/SKILL.md`,
        skillFile(`m${at}`, 'One.'),
      ])
      const base = folderOf({ ...Object.fromEntries(many), 'root/a/SKILL.md': A })
      const source = openAll([{ path: join(base, 'root'), shown: 'root' }])
      onTestFinished(source.watch!(() => {}))
      const first = source.list()
      await sleep(delay)
      write(base, {
        'root/a/SKILL.md': skillFile('a', 'Edited.'),
        'root/m149/in/new/SKILL.md': skillFile('new', 'Made.'),
      })
      renameSync(join(base, 'root/m7'), join(base, 'root/m150'))
      await first
      const seen = ['Edited.', 'Made.', true]
      await eventually(async () => {
        const names = [await description(source, 'a'), await description(source, 'new')]
        const paths = (await source.list()).skills.map(({ folderPath }) => folderPath)
        expect([...names, paths.includes('m150')]).toEqual(seen)
      })
    },
  )
})
