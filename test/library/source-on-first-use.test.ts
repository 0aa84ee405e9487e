import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCatalog, directorySource, memorySource, type SkillSource } from '../../src/index.ts'
import { sourceOnFirstUse } from '../../src/library/source-on-first-use.ts'

const skillFile = (name: string) => `---\nname: ${name}\ndescription: ${name}.\n---\nBody.\n`

/** A source that notes what is done to it, and how often it was opened. */
function noted() {
  const log: string[] = []
  let report = (): void => {}
  const open = async (): Promise<SkillSource> => {
    log.push('open')
    return {
      ...memorySource('mine', { a: { 'SKILL.md': skillFile('a') } }),
      watch(onChange) {
        log.push('watch')
        report = onChange
        return () => log.push('stop')
      },
      async close() {
        log.push('close')
      },
    }
  }
  return {
    log,
    open,
    change: () => report(),
    source: sourceOnFirstUse({ label: 'mine', kind: 'memory' }, open),
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('a source that is opened by its first call', () => {
  it('is opened once, however many call at the same time', async () => {
    const { log, source } = noted()
    await Promise.all([source.list(), source.get('a'), source.read('a', 'SKILL.md'), source.list()])
    expect(log).toEqual(['open'])
  })

  it('is not opened to be closed, nor for a caller that has given up', async () => {
    const { log, source } = noted()
    await expect(source.list({ signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow(
      'given up',
    )
    await source.close()
    expect(log).toEqual([])
  })

  it('lets a caller give up while it is opened', async () => {
    const source = sourceOnFirstUse({ label: 'mine', kind: 'memory' }, () => new Promise(() => {}))
    await expect(source.list({ signal: AbortSignal.timeout(5) })).rejects.toThrow('timeout')
  })

  it('is opened to be watched, and tells of changes until it is told to stop', async () => {
    const { log, source, change } = noted()
    let changes = 0
    const stop = source.watch(() => changes++)
    await settled()
    change()
    stop()
    expect(changes).toBe(1)
    expect(log).toEqual(['open', 'watch', 'stop'])
  })

  it('is not watched by somebody who stopped before it was open, nor after it was closed', async () => {
    const { log, source } = noted()
    source.watch(() => {})()
    await settled()
    await source.close()
    source.watch(() => {})()
    await settled()
    expect(log).toEqual(['open', 'close'])
  })

  it('is closed where it was closed while it was opened', async () => {
    const { log, source } = noted()
    const listing = source.list()
    await source.close()
    await listing
    expect(log).toEqual(['open', 'close'])
  })

  it('is opened anew by the next call where that failed, and then watched by all who wanted to', async () => {
    let failures = 1
    const { open, log, change } = noted()
    const source = sourceOnFirstUse({ label: 'mine', kind: 'memory' }, async () => {
      if (failures-- > 0) throw new Error('too many open files')
      return open()
    })
    let changes = 0
    const stop = source.watch(() => changes++)
    source.watch(() => {})()
    await settled()
    expect(log).toEqual([])
    expect((await source.list()).skills).toHaveLength(1)
    change()
    stop()
    expect(changes).toBe(1)
    expect(log).toEqual(['open', 'watch', 'stop'])
  })
})

describe('a folder of the root entry', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skillway-first-use-'))
    await write('one')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const write = async (name: string) => {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'SKILL.md'), skillFile(name))
  }

  it('tells of a change to somebody who watched before anything else was called', async () => {
    await using catalog = createCatalog([
      directorySource({ label: 'local', roots: [{ path: folder, shown: 'x' }] }),
    ])
    let changes = 0
    catalog.watch(() => changes++)
    expect((await catalog.list()).total).toBe(1)
    await write('two')
    await expect.poll(() => changes, { timeout: 10_000 }).toBeGreaterThan(0)
    expect((await catalog.list()).total).toBe(2)
  })
})

describe('skills that a function gives', () => {
  it('are asked for anew in every call, and are the same listing while they are the same', async () => {
    let name = 'one'
    const source = memorySource('mine', () => ({ [name]: { 'SKILL.md': skillFile(name) } }))
    const first = await source.list()
    expect(await source.list()).toBe(first)
    name = 'two'
    expect((await source.list()).skills.map((skill) => skill.name)).toEqual(['two'])
    expect(await source.get('one')).toBeUndefined()
  })

  it('hide no skill of another source where the function fails, and the error keeps its cause to itself', async () => {
    const cause = new Error('/home/me/shop.db is locked')
    const failing = memorySource('shop', () => Promise.reject(cause))
    const catalog = createCatalog([failing, memorySource('mine', { a: { 'SKILL.md': skillFile('a') } })])
    const { skills, diagnostics } = await catalog.list()
    expect(skills.map(({ uri }) => uri)).toEqual(['skill://a'])
    expect(diagnostics).toMatchObject([{ code: 'SOURCE_UNAVAILABLE', source: 'shop' }])
    expect(JSON.stringify(diagnostics)).not.toContain('/home')
    await expect(failing.read('a', 'SKILL.md')).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      message: "The skills of 'shop' cannot be had",
      cause,
    })
  })
})
