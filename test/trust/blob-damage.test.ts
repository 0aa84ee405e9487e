import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../../src/skill/digest.ts'
import { titled } from '../titled.ts'
import { DOCS, fileOf, GUIDE, OTHER, pathOf, stores } from './stores.ts'

const { opened } = stores()

describe('a blob that is not what it was', () => {
  const attacks = titled<{ title: string; replace: (path: string, folder: string) => void; fault: string }>([
    {
      title: 'state H5: has one bit flipped',
      replace(path) {
        const bytes = readFileSync(path)
        bytes[3]! ^= 1
        writeFileSync(path, bytes)
      },
      fault: 'its content has another digest',
    },
    {
      title: 'state H5: is flipped with its time kept (H45)',
      replace(path) {
        const { atime, mtime } = statSync(path)
        writeFileSync(path, Buffer.from('THE GUIDE.\n'))
        utimesSync(path, atime, mtime)
      },
      fault: 'its content has another digest',
    },
    { title: 'is cut', replace: (path) => writeFileSync(path, 'The'), fault: 'it has another size' },
    {
      title: 'is empty, as a crash may leave it',
      replace: (path) => writeFileSync(path, ''),
      fault: 'it has another size',
    },
    {
      title: 'has become huge',
      replace: (path) => truncateSync(path, 4 * 2 ** 30),
      fault: 'it has more than 11 bytes',
    },
    {
      title: 'state H6: is a symbolic link to the very same bytes',
      replace(path, folder) {
        renameSync(path, join(folder, 'moved'))
        symlinkSync(join(folder, 'moved'), path)
      },
      fault: 'it is a symbolic link',
    },
    {
      title: 'state H6: is a hard link to the very same bytes',
      replace: (path, folder) => linkSync(path, join(folder, 'second')),
      fault: 'it is a hard link to another file',
    },
    {
      title: 'state H6: is a pipe',
      replace(path) {
        rmSync(path)
        execFileSync('mkfifo', [path])
      },
      fault: 'it is not a regular file',
    },
    {
      title: 'state H6: is a folder',
      replace(path) {
        rmSync(path)
        mkdirSync(join(path, 'x'), { recursive: true })
      },
      fault: 'it is not a regular file',
    },
    {
      title: 'can be written by others',
      replace: (path) => chmodSync(path, 0o666),
      fault: 'others may write to it',
    },
  ])

  it.each(attacks)('is refused, removed and reported: it %s', async (_, { replace, fault }) => {
    const { store, findings, folder } = await opened()
    await store.write(DOCS, GUIDE)
    const path = pathOf(folder, GUIDE)
    replace(path, folder)
    expect(await store.read(DOCS, fileOf(GUIDE))).toBeUndefined()
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'CACHE_CORRUPT',
        message: `The cached file '${digestOf(GUIDE)}' was removed: ${fault}`,
      }),
    ])
    expect(existsSync(path)).toBe(false)
    await store.write(DOCS, GUIDE)
    expect(await store.read(DOCS, fileOf(GUIDE))).toEqual(GUIDE)
  })

  it.each(attacks.filter(([title]) => !title.includes('huge')))(
    'is found by a check of the whole store: it %s',
    async (_, { replace }) => {
      const { store, folder } = await opened()
      const good = Buffer.from('good')
      await store.write(DOCS, GUIDE)
      await store.write(DOCS, good)
      replace(pathOf(folder, GUIDE), folder)
      expect(await store.verify()).toEqual({ sound: 1, bytes: 4, corrupt: [digestOf(GUIDE)], unused: 0 })
      expect(await store.verify()).toEqual({ sound: 1, bytes: 4, corrupt: [], unused: 0 })
    },
  )
})

describe('a check of the whole store', () => {
  it('removes what belongs to nobody that can be told, and what dead writers left', async () => {
    const { store, folder } = await opened()
    await store.write(DOCS, GUIDE)
    await store.write(OTHER, Buffer.from('other'))
    const key = readdirSync(join(folder, 'origins')).find((name) =>
      readFileSync(join(folder, 'origins', name, 'origin.json'), 'utf8').includes('other'),
    )!
    writeFileSync(join(folder, 'origins', key, 'origin.json'), JSON.stringify({ ...DOCS, principal: '' }))
    const [old, young] = [`${pathOf(folder, GUIDE)}.1.tmp`, `${pathOf(folder, GUIDE)}.2.tmp`]
    for (const path of [old, young]) writeFileSync(path, '')
    utimesSync(old, 1, 1)
    expect(await store.verify()).toEqual({ sound: 1, bytes: GUIDE.length, corrupt: [], unused: 1 })
    expect(existsSync(old)).toBe(false)
    expect(existsSync(young)).toBe(true)
    expect((await store.origins()).map(({ label }) => label)).toEqual(['docs'])
  })
})
