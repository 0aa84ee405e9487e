import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { skillFile } from './skill-file.ts'
import { folderOf, write } from './folder-of.ts'
import { findings, open, openAll, pathsOf } from './place.ts'

const skills = (...named: [folder: string, name: string][]): Record<string, string> =>
  Object.fromEntries(named.map(([folder, name]) => [`${folder}/SKILL.md`, skillFile(name, `In ${folder}.`)]))

async function described(source: ReturnType<typeof open>): Promise<Record<string, string>> {
  const { skills: all } = await source.list()
  return Object.fromEntries(all.map(({ skillPath, description }) => [skillPath, description]))
}

describe('the path of a skill', () => {
  it.each<[title: string, folders: [string, string][], expected: Record<string, string>]>([
    [
      'is its folder with the name in the last place',
      [['a/pdf', 'pdf-tools']],
      { 'a/pdf-tools': 'In a/pdf.' },
    ],
    ['is its folder where no segment can hold the name', [['pdf', '"a/b"']], { pdf: 'In pdf.' }],
    [
      'begins with that of the enclosing skill',
      [
        ['suite', 'office'],
        ['suite/parts/doc', 'word'],
      ],
      { office: 'In suite.', 'office/parts/word': 'In suite/parts/doc.' },
    ],
    [
      'belongs to the folder that is called so',
      [
        ['a', 'pdf'],
        ['pdf', 'pdf'],
      ],
      { a: 'In a.', pdf: 'In pdf.' },
    ],
    [
      'belongs to the first where no folder is called so',
      [
        ['a', 'pdf'],
        ['b', 'pdf'],
      ],
      { pdf: 'In a.', b: 'In b.' },
    ],
    [
      'can be swapped between two folders',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      { b: 'In a.', a: 'In b.' },
    ],
    [
      'is never taken from a folder that needs its own',
      [
        ['a', 'z'],
        ['b', 'x'],
        ['c', 'b'],
        ['x', 'x'],
      ],
      { z: 'In a.', b: 'In b.', c: 'In c.', x: 'In x.' },
    ],
  ])('%s', async (_title, folders, expected) => {
    const root = folderOf(skills(...folders))
    expect(await described(open(root))).toEqual(expected)
  })

  it('without a right to its name, the skill says so and is not listable', async () => {
    const root = folderOf(skills(['a', 'pdf'], ['b', 'pdf']))
    const source = open(root)
    const { skills: all } = await source.list()
    expect(all).toMatchObject([
      { skillPath: 'pdf', listable: true, folderPath: 'a' },
      { skillPath: 'b', listable: false },
    ])
    expect(await findings(source)).toContain('NAME_DUPLICATE b/SKILL.md')
    expect(await findings(source, 'b')).toContain('NAME_DUPLICATE b/SKILL.md')
    expect(await source.get('b')).toMatchObject({ listable: false })
  })

  it.runIf(process.platform === 'linux')('that differs only in Unicode form is flagged (A22)', async () => {
    const root = folderOf(skills(['\u00e9', '\u00e9'], ['e\u0301', 'e\u0301']))
    const codes = (await findings(open(root))).map((finding) => finding.split(' ')[0])
    expect(codes).toContain('NAME_CASE_COLLISION')
  })
})

/** Two roots, `~/one` and `~/other`, with these files. */
const both = (one: Record<string, string>, other: Record<string, string>) => {
  const base = folderOf({})
  write(join(base, 'one'), one)
  write(join(base, 'other'), other)
  return openAll(['one', 'other'].map((shown) => ({ path: join(base, shown), shown: `~/${shown}` })))
}

describe('several roots', () => {
  it('row 78: the earlier one wins, and the later one is said to be hidden', async () => {
    const source = both(skills(['s', 's']), { 's/SKILL.md': skillFile('s', 'The other.') })
    expect(await described(source)).toEqual({ s: 'In s.' })
    expect(await findings(source)).toEqual(['NAME_SHADOWED ~/other/s/SKILL.md'])
  })

  it('say nothing of copies, until one of the two is changed (B126)', async () => {
    const files = { ...skills(['s', 's']), 's/a.md': 'a' }
    const source = both(files, files)
    expect(await findings(source)).toEqual([])
    const changed = both(files, { ...files, 's/a.md': 'b' })
    expect(await findings(changed)).toEqual(['NAME_SHADOWED ~/other/s/SKILL.md'])
  })

  it('notice that what was a copy is one no longer', async () => {
    const base = folderOf({})
    for (const root of ['one', 'other']) write(join(base, root), { ...skills(['s', 's']), 's/a.md': 'a' })
    const source = openAll(['one', 'other'].map((shown) => ({ path: join(base, shown), shown })))
    expect(await findings(source)).toEqual([])
    write(base, { 'other/s/a.md': 'b' })
    expect(await findings(source)).toEqual(['NAME_SHADOWED other/s/SKILL.md'])
  })

  it('show a folder that both lead to once, under the earlier', async () => {
    const base = folderOf(
      Object.fromEntries(
        Object.entries(skills(['s', 's'])).map(([path, text]) => [`all/inner/${path}`, text]),
      ),
    )
    const nested = openAll(['all/inner', 'all'].map((path) => ({ path: join(base, path), shown: path })))
    expect(await pathsOf(nested)).toEqual(['s'])
    expect(await findings(nested)).toEqual([])
  })

  it('row 81: a missing one is a warning, but not one that clients use by default', async () => {
    const root = folderOf(skills(['s', 's']))
    const source = openAll([
      { path: join(root, 'nope'), shown: './nope' },
      { path: join(root, 'default'), shown: '~/.claude/skills', optional: true },
      { path: join(root, 's/SKILL.md'), shown: 'a-file' },
      { path: root, shown: 'there' },
    ])
    const { diagnostics, skills: all } = await source.list()
    expect(all).toHaveLength(1)
    expect(diagnostics).toMatchObject([
      { code: 'ROOT_MISSING', severity: 'warning', path: './nope' },
      { code: 'ROOT_NOT_DIRECTORY', path: 'a-file' },
    ])
    expect(JSON.stringify(diagnostics)).not.toContain(root)
  })

  it('a root that is a skill goes by the name of its folder (B118)', async () => {
    const base = folderOf(skills(['solo', 'solo'], ['solo/parts/inner', 'inner'], ['many/x', 'x']))
    const source = openAll(['solo', 'many'].map((path) => ({ path: join(base, path), shown: path })))
    expect(await pathsOf(source)).toEqual(['solo', 'solo/parts/inner', 'x'])
    expect(await findings(source)).toEqual([])
  })
})

describe('the limits of a search', () => {
  it('B109: folders below the sixth level are left out, once with a word', async () => {
    const deep = 'a/b/c/d/e/f'
    const source = open(
      folderOf(skills([deep, 'f'], [`${deep}/g`, 'g'], [`a/b/c/d/e/h/i`, 'i'], [`a/b/c/d/e/j/k`, 'k'])),
    )
    expect(await pathsOf(source)).toEqual([deep])
    expect(await findings(source)).toEqual(['SCAN_LIMIT a/b/c/d/e/h'])
  })

  it('a skill with more folders than are searched says so and starves nobody (B119)', async () => {
    const root = folderOf(skills(['big', 'big'], ['big/zz', 'inner'], ['zz', 'zz']))
    for (let count = 0; count < 1100; count++) mkdirSync(join(root, `big/d${count}`))
    const source = open(root)
    expect(await pathsOf(source)).toEqual(['big', 'zz'])
    expect(await findings(source)).toEqual(['SCAN_LIMIT big'])
  })

  it('3,000 names that are no folders take no budget', async () => {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`data/f${index}`, '']))
    const source = open(folderOf({ ...files, ...skills(['zz', 'zz']) }))
    expect(await pathsOf(source)).toEqual(['zz'])
    expect(await findings(source)).toEqual([])
  })
})

describe('names that nearly make a skill', () => {
  it.runIf(process.platform === 'linux')('A21: only SKILL.md does, and the others are reported', async () => {
    const text = skillFile('x', 'Is misspelt.')
    const source = open(
      folderOf({
        'a/skill.md': text,
        'b/Skill.md': text,
        'c/SKILL.MD': text,
        'd/SKILL.md': skillFile('d', 'Is right.'),
        'd/skill.md': text,
        'd/docs/skill.md': text,
        'e/SKILL.markdown': text,
      }),
    )
    expect(await pathsOf(source)).toEqual(['d'])
    expect(await findings(source)).toEqual([
      'FILENAME_CASE a/skill.md',
      'FILENAME_CASE b/Skill.md',
      'FILENAME_CASE c/SKILL.MD',
      'FILENAME_CASE d/skill.md',
    ])
    expect(await findings(source, 'd')).toEqual(['FILENAME_CASE d/skill.md'])
  })

  it.runIf(process.platform !== 'win32')(
    'A24: a folder that no URI can name is reported and left out',
    async () => {
      const source = open(folderOf(skills(['a\\b', 'x'], ['c\nd', 'y'], ['C:', 'z'], ['fine', 'fine'])))
      expect(await pathsOf(source)).toEqual(['fine'])
      expect(await findings(source)).toEqual(['NAME_UNSAFE C:', 'NAME_UNSAFE a\\b', 'NAME_UNSAFE c\\u{a}d'])
    },
  )
})

describe('a scan that follows another', () => {
  it.runIf(process.platform !== 'win32')('notices a link that leads elsewhere or is gone', async () => {
    const base = folderOf({ ...skills(['store/one', 'x']), 'store/two/SKILL.md': skillFile('x', 'Two.') })
    const root = join(base, 'root')
    mkdirSync(root)
    symlinkSync('../store/one', join(root, 'x'))
    const source = open(root)
    expect(await described(source)).toEqual({ x: 'In store/one.' })
    rmSync(join(root, 'x'))
    symlinkSync('../store/two', join(root, 'x'))
    expect(await source.get('x')).toMatchObject({ description: 'Two.' })
    expect(await described(source)).toEqual({ x: 'Two.' })
    rmSync(join(root, 'x'))
    expect(await source.get('x')).toBeUndefined()
    expect(await described(source)).toEqual({})
  })

  it.runIf(process.platform !== 'win32')(
    'notices that the root is a link to another folder now',
    async () => {
      const base = folderOf({
        'v1/s/SKILL.md': skillFile('s', 'One.'),
        'v2/s/SKILL.md': skillFile('s', 'Two.'),
      })
      const root = join(base, 'current')
      symlinkSync('v1', root)
      const source = open(root)
      expect(await source.get('s')).toMatchObject({ description: 'One.' })
      rmSync(root)
      symlinkSync('v2', root)
      expect(await source.get('s')).toMatchObject({ description: 'Two.' })
    },
  )

  it('sees every edit of a head at once, in entries, bytes and listings', async () => {
    const root = folderOf(skills(['s', 's']))
    const source = open(root)
    for (let round = 0; round < 50; round++) {
      write(root, { 's/SKILL.md': skillFile('s', `Round ${round}.`) })
      const description = `Round ${round}.`
      const entry = round % 2 === 0 ? await source.get('s') : { description }
      expect(entry).toMatchObject({ description })
      expect(Buffer.from(await source.read('s', 'SKILL.md')).toString()).toContain(description)
      expect(await described(source)).toEqual({ s: description })
    }
  })
})
