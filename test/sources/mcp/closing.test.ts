import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpSource } from '../../../src/sources/mcp/mcp-source.ts'
import { compile, type CompiledProgram } from '../../trust/compile.ts'
import { faulty, folderOf, sourceOf, until } from './upstream.ts'

describe('a source that is closed', () => {
  it('leaves no process, not even a stubborn one or its helper (G8)', async () => {
    const file = join(folderOf({}), 'pids')
    const source = sourceOf(await faulty('stdio', 'stubborn', { file }), { limits: { closeMs: 200 } })
    expect((await source.list()).skills).toHaveLength(1)
    const pids = readFileSync(file, 'utf8').split(' ').map(Number)
    expect(pids.every(isAlive)).toBe(true)
    const started = performance.now()
    await source.close()
    expect(performance.now() - started).toBeLessThan(3000)
    await until(() => !pids.some(isAlive), 'both processes are gone')
    expect(pids).toHaveLength(2)
  })

  it('leaves no process when it is closed while it connects', async () => {
    const file = join(folderOf({}), 'pids')
    const source = sourceOf(await faulty('stdio', 'stubborn', { file }), { limits: { closeMs: 200 } })
    const listing = source.list()
    await until(() => readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== '', 'it runs')
    await source.close()
    await listing
    const pids = readFileSync(file, 'utf8').split(' ').map(Number)
    await until(() => !pids.some(isAlive), 'both processes are gone')
    expect(pids).toHaveLength(2)
  })

  describe('holds nothing that keeps its process alive', () => {
    let program: CompiledProgram
    beforeAll(() => {
      program = compile(new URL('./ending-program.ts', import.meta.url))
    })
    afterAll(() => program.remove())

    it.each([
      ['stdio', 'none'],
      ['http', 'none'],
      ['stdio', 'exits-at-start'],
      ['http', 'never-answers'],
    ] as const)('over %s, with a server that does: %s', async (type, fault) => {
      const transport = JSON.stringify(await faulty(type, fault))
      const child = spawn(process.execPath, [program.path, transport], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [said] = (await once(child.stdout, 'data')) as [Buffer]
      const closedAt = performance.now()
      const [code] = (await once(child, 'exit')) as [number]
      expect([String(said), code]).toStrictEqual(['closed\n', 0])
      expect(performance.now() - closedAt).toBeLessThan(1500)
    })
  })

  it('says so, and does nothing more', async () => {
    const source = sourceOf(await faulty('stdio', 'none'))
    await source.list()
    await source.close()
    await source.close()
    expect(source.status().state).toBe('closed')
    expect((await source.list()).diagnostics).toMatchObject([
      { message: expect.stringContaining('closed') as string },
    ])
    await expect(source.get('nope')).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' })
  })

  it('was never opened: nothing is started before the first call', async () => {
    const file = join(folderOf({}), 'pids')
    const source = mcpSource({ label: 'docs', transport: await faulty('stdio', 'stubborn', { file }) })
    expect(source.status()).toMatchObject({ state: 'connecting', skills: 0, lastError: undefined })
    await source.close()
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })
})

describe('a source', () => {
  it.each(['', 'a b', '-x', 'x'.repeat(64), 'аcme', '../x'])('cannot have the label %j (E7)', (label) => {
    expect(() => mcpSource({ label, transport: { type: 'http', url: 'http://127.0.0.1:9' } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error,
    )
  })

  it.each(['file:///etc/passwd', 'ws://x', 'x', '', 'http://'])('cannot be at %j', (url) => {
    expect(() => mcpSource({ label: 'docs', transport: { type: 'http', url } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error,
    )
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z'
  } catch {
    return false
  }
}
