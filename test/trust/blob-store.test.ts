import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { digestOf } from '../../src/skill/digest.ts'
import { openBlobStore } from '../../src/trust/blob-store.ts'
import { titled } from '../titled.ts'
import { DOCS, fileOf, GUIDE, OTHER, pathOf, stores } from './stores.ts'

const { scratch, opened } = stores()
afterEach(() => {
  vi.useRealTimers()
})

describe('the store of blobs (H44, H45)', () => {
  it('gives back what was kept, also after a restart, in files that only the owner can read', async () => {
    const { store, folder } = await opened()
    await store.write(DOCS, GUIDE)
    const { store: restarted, findings } = await opened(folder)
    expect(await restarted.read(DOCS, fileOf(GUIDE))).toEqual(GUIDE)
    expect(findings).toEqual([])
    expect(statSync(pathOf(folder, GUIDE)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await restarted.read(DOCS, fileOf(Buffer.from('never kept')))).toBeUndefined()
  })

  it('A23: names nothing on disk as a server says', async () => {
    const { store, folder } = await opened()
    await store.write({ label: 'CON', endpoint: '../../etc' }, GUIDE)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
      path.split('/').at(-1)!,
    )
    expect(names.filter((name) => !/^(sha256|origins|[0-9a-f]+|origin\.json)$/.test(name))).toEqual([])
  })

  it.each(['sha256:../../x', `sha256:${'A'.repeat(64)}`, `sha512:${'0'.repeat(128)}`, '', 'sha256:'])(
    'has nothing of the digest %j, and looks for no such file',
    async (digest) => {
      const { store, findings } = await opened()
      expect(await store.read(DOCS, { digest, size: 1 })).toBeUndefined()
      expect(findings).toEqual([])
    },
  )

  it('H5, H36: gives bytes only to the source that they came from', async () => {
    const { store } = await opened()
    await store.write(DOCS, GUIDE)
    expect(await store.read(OTHER, fileOf(GUIDE))).toBeUndefined()
    expect(await store.read({ ...DOCS, label: 'docs2' }, fileOf(GUIDE))).toBeUndefined()
  })

  it('D24: gives nothing to the same label at another endpoint', async () => {
    const { store } = await opened()
    await store.write(DOCS, GUIDE)
    expect(await store.read({ ...DOCS, endpoint: 'https://evil.example/' }, fileOf(GUIDE))).toBeUndefined()
  })

  it('D29: shares nothing between principals, and writes no principal down', async () => {
    const { store, folder } = await opened()
    await store.write({ ...DOCS, principal: 'alice@example.org' }, GUIDE)
    expect(await store.read({ ...DOCS, principal: 'bob' }, fileOf(GUIDE))).toBeUndefined()
    expect(await store.read(DOCS, fileOf(GUIDE))).toBeUndefined()
    expect(await store.read({ ...DOCS, principal: 'alice@example.org' }, fileOf(GUIDE))).toEqual(GUIDE)
    const [key] = readdirSync(join(folder, 'origins'))
    expect(readFileSync(join(folder, 'origins', key!, 'origin.json'), 'utf8')).not.toContain('alice')
  })

  it('H47, state H12: knows after a restart from which server every blob came', async () => {
    const { store, folder } = await opened()
    await store.write(DOCS, GUIDE)
    await store.write(OTHER, GUIDE)
    const origins = await (await opened(folder)).store.origins()
    expect(origins.toSorted((a, b) => (a.label < b.label ? -1 : 1))).toEqual([
      { ...DOCS, digests: [digestOf(GUIDE)] },
      { ...OTHER, digests: [digestOf(GUIDE)] },
    ])
  })

  it('H48, state H11: purges what only the removed source used', async () => {
    const { store, folder } = await opened()
    const own = Buffer.from('own')
    await store.write(DOCS, GUIDE)
    await store.write({ ...DOCS, endpoint: 'https://old.example/' }, own)
    await store.write(OTHER, GUIDE)
    expect(await store.purge('docs')).toBe(1)
    expect(existsSync(pathOf(folder, own))).toBe(false)
    expect(await store.read(OTHER, fileOf(GUIDE))).toEqual(GUIDE)
    expect(await store.read(DOCS, fileOf(GUIDE))).toBeUndefined()
    expect((await store.origins()).map(({ label }) => label)).toEqual(['other'])
    expect(await store.purge('other')).toBe(1)
    expect(readdirSync(join(folder, 'origins'))).toEqual([])
  })
})

describe('the size of the store', () => {
  it('is kept below its limit by removing what was not used for longest, also after a restart', async () => {
    const folder = join(scratch(), 'cache')
    const { store } = await opened(folder, { maxBytes: 5000 })
    for (let n = 0; n < 5; n++) await store.write(DOCS, blob(n))
    const [key] = readdirSync(join(folder, 'origins'))
    const mark = (n: number) => join(folder, 'origins', key!, digestOf(blob(n)).slice('sha256:'.length))
    for (let n = 0; n < 5; n++) utimesSync(mark(n), 1000 + n, 1000 + n)
    const { store: restarted } = await opened(folder, { maxBytes: 5000 })
    expect(await restarted.read(DOCS, fileOf(blob(0)))).toEqual(blob(0))
    await restarted.write(DOCS, blob(5))
    const left = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => restarted.read(DOCS, fileOf(blob(n)))))
    expect(left.map((bytes) => bytes !== undefined)).toEqual([true, false, false, true, true, true])
    expect(existsSync(mark(1))).toBe(false)
  })

  it('holds nothing that is larger than the limit', async () => {
    const { store, folder } = await opened(undefined, { maxBytes: 10 })
    await store.write(DOCS, GUIDE)
    expect(existsSync(pathOf(folder, GUIDE))).toBe(false)
  })

  it('state H13: does not depend on a clock that goes right', async () => {
    const { store, folder } = await opened()
    await store.write(DOCS, GUIDE)
    for (const year of ['2001', '2099']) {
      vi.setSystemTime(new Date(`${year}-01-01`))
      const { store: restarted, findings } = await opened(folder)
      expect(await restarted.read(DOCS, fileOf(GUIDE))).toEqual(GUIDE)
      await restarted.write(DOCS, blob(1))
      expect(await restarted.verify()).toMatchObject({ sound: 2, corrupt: [], unused: 0 })
      expect(findings).toEqual([])
    }
  })
})

describe('state H7: a folder for the store', () => {
  it.each(
    titled([
      {
        title: 'that its group may write to',
        make: (folder: string) => (mkdirSync(folder), chmodSync(folder, 0o770)),
      },
      { title: 'that is a symbolic link', make: (folder: string) => symlinkSync('/', folder) },
      { title: 'that is a file', make: (folder: string) => writeFileSync(folder, '') },
      {
        title: 'with a link inside',
        make: (folder: string) => (mkdirSync(folder), symlinkSync('/', join(folder, 'sha256'))),
      },
    ]),
  )('%s is refused', async (_, { make }) => {
    const folder = join(scratch(), 'cache')
    make(folder)
    await expect(openBlobStore(folder)).rejects.toMatchObject({ code: 'STATE_INVALID' })
  })

  it.runIf(process.geteuid?.() === 0)('that somebody else owns is refused', async () => {
    const folder = join(scratch(), 'cache')
    mkdirSync(folder, { mode: 0o700 })
    execFileSync('chown', ['65534', folder])
    await expect(openBlobStore(folder)).rejects.toThrow(/somebody else owns it/)
  })

  it('that becomes unusable fails no read and no write, and is reported', async () => {
    const { store, findings, folder } = await opened()
    await store.write(DOCS, GUIDE)
    rmSync(join(folder, 'sha256'), { recursive: true })
    writeFileSync(join(folder, 'sha256'), '')
    await store.write(DOCS, Buffer.from('x'))
    expect(await store.read(DOCS, fileOf(GUIDE))).toBeUndefined()
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['CACHE_UNUSABLE']))
    expect(findings.map(({ message }) => message).join()).not.toContain(folder)
  })
})

function blob(n: number): Buffer {
  return Buffer.alloc(1000, n)
}
