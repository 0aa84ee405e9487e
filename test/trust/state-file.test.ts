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
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockOwnerName, newLockOwner } from '../../src/trust/lock-owner.ts'
import { openStateFile } from '../../src/trust/state-file.ts'
import { encodeState } from '../../src/trust/state-format.ts'
import { titled } from '../titled.ts'
import { COUNTER, incremented } from './counter.ts'
import { counters } from './counters.ts'
import { watchedFs } from './watched-fs.ts'

const { place, written, opened } = counters()

describe('a state file', () => {
  it('is empty before the first change and makes no folder for that', async () => {
    const path = place()
    const { file, findings } = await opened(path)
    expect(await file.read()).toEqual({ n: 0, fill: [] })
    expect(existsSync(join(path, '..'))).toBe(false)
    expect(findings).toEqual([])
  })

  it('keeps what was written, readable for its owner alone, and the generation before', async () => {
    const path = await written(3)
    const { file, findings } = await opened(path)
    expect((await file.read()).n).toBe(3)
    expect(findings).toEqual([])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(path, '..')).sort()).toEqual(['counter.json', 'counter.json.previous'])
    renameSync(`${path}.previous`, path)
    expect((await file.read()).n).toBe(2)
  })

  it('sees what another writer changed, at once', async () => {
    const path = await written(1)
    const { file } = await opened(path)
    expect((await file.read()).n).toBe(1)
    await (await openStateFile({ path, format: COUNTER })).update(incremented)
    expect((await file.read()).n).toBe(2)
  })

  it('reads the file again only when it has changed', async () => {
    const path = await written(1)
    const steps: string[] = []
    const file = await openStateFile({ path, format: COUNTER, fs: watchedFs((step) => steps.push(step)) })
    for (let n = 0; n < 3; n++) expect((await file.read()).n).toBe(1)
    expect(steps.filter((step) => step === 'readFile of a file')).toHaveLength(1)
  })

  it('is not written by a process that lost the lock while it was at it', async () => {
    const path = await written(1)
    const folder = join(path, '..')
    const fs = watchedFs((step) => {
      if (step !== 'sync of a file') return
      for (const name of readdirSync(folder)) if (name.includes('.lock.')) rmSync(join(folder, name))
    })
    const file = await openStateFile({ path, format: COUNTER, fs })
    await expect(file.update(incremented)).rejects.toThrow(/was taken by another process meanwhile/)
    expect((await (await opened(path)).file.read()).n).toBe(1)
  })

  it('does not write when the change gives the state back as it was', async () => {
    const path = await written(1)
    const before = statSync(path, { bigint: true })
    await (await opened(path)).file.update((state) => state)
    expect(statSync(path, { bigint: true }).ctimeNs).toBe(before.ctimeNs)
  })

  const text = encodeState(COUNTER, incremented(COUNTER.empty)).toString()
  it.each(
    titled([
      { title: 'has no content', content: '', fault: 'damaged' },
      { title: 'is cut in the middle', content: text.slice(0, 500), fault: 'damaged' },
      { title: 'is not JSON', content: '\0\0\0\0', fault: 'damaged' },
      { title: 'is JSON but no object', content: 'null', fault: 'not a file of the kind counter' },
      { title: 'is nested without end', content: '['.repeat(1_000_000), fault: 'damaged' },
      {
        title: 'is of another kind',
        content: text.replace('"counter"', '"other"'),
        fault: 'not a file of the kind',
      },
      {
        title: 'is of a later version',
        content: text.replace('"version": 1', '"version": 2'),
        fault: 'another version',
      },
      {
        title: 'was edited (state H9)',
        content: text.replace('"n": 1', '"n": 7'),
        fault: 'checksum is wrong',
      },
      {
        title: 'has a right checksum over a wrong shape',
        content: encodeState(COUNTER, { n: 1, fill: [2] }).toString(),
        fault: 'something else than it should',
      },
    ]),
  )(
    'state H4: a file that %s counts as empty, says so once, and is kept beside the next one',
    async (_, bad) => {
      const path = await written(1)
      writeFileSync(path, bad.content)
      const { file, findings } = await opened(path)
      expect((await file.read()).n).toBe(0)
      expect((await file.read()).n).toBe(0)
      expect(findings).toEqual([
        expect.objectContaining({ code: 'STATE_UNREADABLE', severity: 'error', path: 'counter.json' }),
      ])
      expect(findings[0]!.message).toContain(bad.fault)
      expect((await file.update(incremented)).n).toBe(1)
      expect((await file.read()).n).toBe(1)
      const aside = readdirSync(join(path, '..')).filter((name) => name.includes('.unreadable-'))
      expect(aside).toHaveLength(1)
      expect(readFileSync(join(path, '..', aside[0]!), 'utf8')).toBe(bad.content)
    },
  )

  it.each(
    titled([
      { title: 'a symbolic link', put: (path: string) => symlinkSync('/etc/hostname', path) },
      { title: 'a link to nothing', put: (path: string) => symlinkSync('nowhere', path) },
      { title: 'a pipe', put: (path: string) => execFileSync('mkfifo', [path]) },
      { title: 'a folder', put: (path: string) => mkdirSync(path) },
      {
        title: 'a file that others may write to',
        put(path: string) {
          writeFileSync(path, text)
          chmodSync(path, 0o666)
        },
      },
    ]),
  )(
    'state H4: %s in its place counts as empty and is moved aside, never followed or waited for',
    async (_, { put }) => {
      const path = await written(0)
      mkdirSync(join(path, '..'), { mode: 0o700 })
      put(path)
      const { file, findings } = await opened(path)
      expect((await file.read()).n).toBe(0)
      expect(findings).toHaveLength(1)
      expect((await file.update(incremented)).n).toBe(1)
      expect(statSync(path).isFile()).toBe(true)
    },
  )

  it.each(
    titled([
      {
        title: 'is a symbolic link',
        put: (folder: string) => symlinkSync('/', folder),
        why: 'symbolic link',
      },
      { title: 'is a file', put: (folder: string) => writeFileSync(folder, ''), why: 'not a folder' },
      {
        title: 'others may write to',
        put(folder: string) {
          mkdirSync(folder)
          chmodSync(folder, 0o777)
        },
        why: 'others than its owner',
      },
    ]),
  )('is refused in a folder that %s', async (_, { put, why }) => {
    const path = place()
    put(join(path, '..'))
    await expect(openStateFile({ path, format: COUNTER })).rejects.toThrow(
      expect.objectContaining({ code: 'STATE_INVALID', message: expect.stringContaining(why) }),
    )
  })

  it.runIf(process.geteuid?.() === 0)('is refused in a folder that somebody else owns', async () => {
    const path = place()
    mkdirSync(join(path, '..'), { mode: 0o700 })
    execFileSync('chown', ['65534', join(path, '..')])
    await expect(openStateFile({ path, format: COUNTER })).rejects.toThrow(/somebody else owns it/)
  })

  it('sweeps away what crashes left, and keeps what it does not know', async () => {
    const path = await written(1)
    const dead = `.lock.${lockOwnerName({ ...newLockOwner(), pid: 4_000_000 })}`
    const remains = ['.1234.tmp', '.previous.1234.tmp', dead]
    const others = ['.unreadable-1234', '.previous', '.bak', '.lock.somebody']
    for (const end of [...remains, ...others]) writeFileSync(`${path}${end}`, '')
    await (await opened(path)).file.update(incremented)
    expect(readdirSync(join(path, '..')).sort()).toEqual(
      ['', ...others].map((end) => `counter.json${end}`).sort(),
    )
  })

  it('goes on where a crash left the file and its previous generation as one', async () => {
    const path = await written(1)
    linkSync(path, `${path}.previous`)
    const { file } = await opened(path)
    expect((await file.update(incremented)).n).toBe(2)
    expect(readdirSync(join(path, '..')).sort()).toEqual(['counter.json', 'counter.json.previous'])
    expect((await file.update(incremented)).n).toBe(3)
  })
})
