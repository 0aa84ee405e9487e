import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPrivateFolder } from '../../src/sandbox/create-private-folder.ts'
import { materialise } from '../../src/sandbox/materialise.ts'
import { originOf } from '../../src/trust/origin-path.ts'
import { describeInSandbox, skillOf, useSandbox } from './sandbox-fixture.ts'

const ORIGIN = { label: 'docs', endpoint: 'https://docs.example/mcp', uri: 'skill://a' }

describe('the private copy of a skill', () => {
  let dir: string
  beforeEach(async () => {
    dir = await createPrivateFolder()
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const content = { 'SKILL.md': 'x', 'scripts/run.sh': '#!/bin/sh\n', 'scripts/lib.py': 'pass\n' }
  const copy = (skill = skillOf(content), more = {}) =>
    materialise({ ...ORIGIN, files: skill.files, ...more }, skill.readFile, dir)
  const copies = () =>
    readdirSync(dir, { recursive: true }).filter((name) => /sha256\.[0-9a-f]{64}$/.test(String(name)))

  it('holds exactly the files of the entry, which nobody can write to', async () => {
    const folder = await copy()
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'SKILL.md',
      'scripts',
      'scripts/lib.py',
      'scripts/run.sh',
    ])
    const mode = (path: string) => statSync(join(folder, path)).mode & 0o777
    expect(['SKILL.md', 'scripts/run.sh', 'scripts/lib.py'].map(mode)).toEqual([0o444, 0o555, 0o444])
    expect(statSync(dir).mode & 0o777).toBe(0o700)
  })

  it('is made once, and is another for another source, another URI and another set of files; its path tells which (H6)', async () => {
    let reads = 0
    const skill = skillOf(content)
    const counted = { ...skill, readFile: (path: string) => (reads++, skill.readFile(path)) }
    const first = await copy(counted)
    expect(await copy(counted)).toBe(first)
    expect(reads).toBe(3)
    const others = [
      await copy(skill, { label: 'team' }),
      await copy(skill, { endpoint: 'https://other.example/mcp' }),
      await copy(skill, { uri: 'skill://b' }),
      await copy(skillOf({ ...content, 'SKILL.md': 'y' })),
    ]
    expect(new Set([first, ...others]).size).toBe(5)
    expect(originOf(relative(dir, dirname(first)))).toMatchObject({ label: 'docs', uri: 'skill://a' })
    expect(originOf(relative(dir, dirname(others[2]!)))).toMatchObject({ label: 'docs', uri: 'skill://b' })
  })

  it('is made once by many callers at the same time', async () => {
    const folders = await Promise.all(Array.from({ length: 8 }, () => copy()))
    expect(new Set(folders).size).toBe(1)
    expect(copies()).toHaveLength(1)
  })

  it.each([
    ['other bytes', { 'SKILL.md': 'X' }],
    ['more bytes', { 'SKILL.md': 'xx' }],
    ['no bytes', { 'SKILL.md': '' }],
  ])('G16: is not made from %s than were approved', async (_what, change) => {
    const changed = skillOf({ ...content, ...change })
    await expect(copy({ ...skillOf(content), readFile: changed.readFile })).rejects.toMatchObject({
      code: 'VERIFICATION_FAILED',
    })
    expect(copies()).toEqual([])
  })

  it.each<[string, (folder: string) => void]>([
    ['changed', (folder) => overwrite(join(folder, 'scripts/run.sh'))],
    ['added', (folder) => writeFileSync(join(folder, 'new'), '')],
    ['added as a link', (folder) => symlinkSync('/etc', join(folder, 'extra'))],
    ['hidden', (folder) => writeFileSync(join(folder, '.env'), '')],
    ['removed', (folder) => rmSync(join(folder, 'SKILL.md'))],
    ['put behind a link', (folder) => link(join(folder, 'SKILL.md'))],
    ['put in place of it all', (folder) => (rmSync(folder, { recursive: true }), writeFileSync(folder, ''))],
    [
      'put in place of it all as a link',
      (folder) => (rmSync(folder, { recursive: true }), symlinkSync('/etc', folder)),
    ],
  ])('G16: is made anew where something was %s, and only from what was approved', async (_what, tamper) => {
    const folder = await copy()
    tamper(folder)
    const changed = skillOf({ ...content, 'scripts/run.sh': '#!/bin/sh\nevil\n' })
    await expect(copy({ ...skillOf(content), readFile: changed.readFile })).rejects.toMatchObject({
      code: 'VERIFICATION_FAILED',
    })
    expect(await copy()).toBe(folder)
    expect(readFileSync(join(folder, 'scripts/run.sh'), 'utf8')).toBe('#!/bin/sh\n')
    expect(readdirSync(folder).sort()).toEqual(['SKILL.md', 'scripts'])
  })

  it('D13: is not made of a skill that publishes no digests', async () => {
    await expect(copy(undefined, { files: 'dynamic' })).rejects.toMatchObject({ code: 'COMMAND_REFUSED' })
  })

  it.each([
    '../x',
    '/x',
    'a/../x',
    'a\\b',
    'CON',
    'nul.md',
    'COM¹',
    'a.md:stream',
    'SKILL~1.MD',
    'x.',
    'x ',
    '-rf',
    'a\nb',
    'a|b',
    'é'.repeat(128),
  ])('A23: is not made of a file called %j', async (path) => {
    await expect(copy(skillOf({ ...content, [path]: 'x' }))).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:COMMAND_REFUSED|PATH_TRAVERSAL|INVALID_URI)$/),
    })
    expect(readdirSync(dir)).toEqual([])
  })

  it.each([
    ['A21', 'that differ only in case', ['Ref.md', 'ref.md']],
    ['A21', 'in folders that differ only in case', ['Ref/a.md', 'ref/b.md']],
    ['A22', 'that differ only in Unicode form', ['caf\u00e9.md', 'cafe\u0301.md']],
    ['D11', 'that are a file and a folder', ['a', 'a/b']],
    ['D11', 'that are a folder and a file', ['a/b', 'a']],
  ])('%s: is not made of files %s', async (_id, _what, paths) => {
    const skill = skillOf(Object.fromEntries(paths.map((path) => [path, path])))
    await expect(copy(skill)).rejects.toMatchObject({ code: 'COMMAND_REFUSED' })
  })

  it('D11: is not made of a file that is listed twice', async () => {
    const skill = skillOf(content)
    const files = [...skill.files, skill.files[0]!]
    await expect(copy({ ...skill, files })).rejects.toMatchObject({ code: 'COMMAND_REFUSED' })
  })

  it.each([
    [513, 1],
    [2, 8 * 1024 * 1024 + 1],
  ])('D14: is not made of %i files of %i bytes', async (count, size) => {
    const files = Array.from({ length: count }, (_, i) => ({
      path: `f${i}`,
      size,
      digest: `sha256:${'0'.repeat(64)}`,
    }))
    await expect(copy({ ...skillOf({}), files })).rejects.toMatchObject({ code: 'COMMAND_REFUSED' })
  })
})

describeInSandbox('a command on the private copy', () => {
  const box = useSandbox({ 'sub/a.txt': 'a' })

  it('sees the files of the entry and no others', async () => {
    expect((await box.run('cd /skill && find . | sort')).stdout.text).toBe(
      '.\n./SKILL.md\n./sub\n./sub/a.txt\n',
    )
  })
})

function overwrite(path: string): void {
  const bytes = readFileSync(path)
  chmodSync(path, 0o644)
  writeFileSync(path, Buffer.alloc(bytes.length, 0x78))
}

function link(path: string): void {
  const elsewhere = `${path}.elsewhere`
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'x'), readFileSync(path))
  rmSync(path)
  symlinkSync(join(elsewhere, 'x'), path)
}
