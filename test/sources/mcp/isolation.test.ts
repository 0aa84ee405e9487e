import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { McpTransport } from '../../../src/sources/mcp/types.ts'
import {
  afterwards,
  faulty,
  folderOf,
  httpServer,
  skillText,
  sourceOf,
  stdioServer,
  textOf,
  until,
} from './upstream.ts'

describe('a server that is not there', () => {
  it.each([
    [
      'a command that does not exist',
      { type: 'stdio', command: '/opt/secret/no-such-command' },
      /command.* not found$/,
    ],
    ['a folder for a command', { type: 'stdio', command: '/etc' }, /may not be executed/],
    [
      'a command that ends at once',
      { type: 'stdio', command: process.execPath, args: ['-e', 'process.exit(5)'] },
      /exit code 5/,
    ],
    [
      'a command that is no server',
      { type: 'stdio', command: 'cat', args: ['/etc/hostname'] },
      /exit code 0/,
    ],
    [
      'a folder that does not exist',
      { type: 'stdio', command: 'cat', cwd: '/opt/secret/nowhere' },
      /folder to start it in/,
    ],
    [
      'a port that nobody listens on',
      { type: 'http', url: 'http://127.0.0.1:9/mcp' },
      /cannot be reached \((?:ECONNREFUSED|bad port)\)/,
    ],
    [
      'a host that does not exist',
      { type: 'http', url: 'http://no-such-host.invalid/mcp' },
      /cannot be reached \((?:ENOTFOUND|EAI_AGAIN)\)/,
    ],
  ] as [string, McpTransport, RegExp][])(
    'because of %s is a finding, and later calls do not wait for it',
    async (_, transport, why) => {
      const source = sourceOf(transport)
      const { skills, diagnostics } = await source.list()
      expect(skills).toStrictEqual([])
      expect(diagnostics).toMatchObject([
        { code: 'SOURCE_UNAVAILABLE', message: expect.stringMatching(why) as string },
      ])
      expect(JSON.stringify(diagnostics)).not.toMatch(/secret|\/etc/)
      const started = performance.now()
      await expect(source.get('refunds')).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' })
      await source.list()
      expect(performance.now() - started).toBeLessThan(100)
    },
  )

  it.each([
    ['unauthorized', /asks for authorization \(HTTP 401\)/],
    ['bad-gateway', /HTTP 502$/],
  ])('but something that answers: %s', async (fault, why) => {
    const { diagnostics } = await sourceOf(await faulty('http', fault)).list()
    expect(diagnostics[0]!.message).toMatch(why)
  })
})

describe('a server that takes its time', () => {
  it('delays nobody for longer than it may, and its skills come when it does', async () => {
    const source = sourceOf(await faulty('stdio', 'ready-late', { ms: 900 }), {
      limits: { waitMs: 100, noticeMs: 20 },
    })
    let changes = 0
    source.watch(() => changes++)
    const started = performance.now()
    const early = await source.list()
    expect(performance.now() - started).toBeLessThan(800)
    expect(early).toMatchObject({
      skills: [],
      diagnostics: [{ message: expect.stringContaining('not answered after 100 ms') as string }],
    })
    expect(source.status().state).toBe('connecting')
    await until(() => changes > 0, 'a change is told')
    expect(await source.list()).toMatchObject({ skills: [{ name: 'refunds' }], diagnostics: [] })
  })

  it('and never comes is given up', async () => {
    const source = sourceOf(await faulty('stdio', 'never-ready'), {
      limits: { connectMs: 500, closeMs: 200 },
    })
    expect((await source.list()).diagnostics[0]!.message).toMatch(/not ready after 500 ms/)
    expect(source.status().state).toBe('degraded')
  })
})

describe('a server of an older age', () => {
  it.each([
    ['ends itself at the first question that it does not know', 'exits-at-probe', {}],
    ['does not answer the first question', 'silent-probe', { connectMs: 1500 }],
    ['prints what is no message', 'chatty', {}],
  ])('that %s is served all the same', async (_, fault, limits) => {
    const source = sourceOf(await faulty('stdio', fault, { era: 'legacy' }), { limits })
    expect((await source.list()).skills).toHaveLength(1)
    expect(source.status().protocolVersion).toBe('2025-11-25')
  })
})

describe('a server that breaks', () => {
  it('while a file is read is started again, and its skills stay known meanwhile (D26)', async () => {
    const file = join(folderOf({}), 'died')
    const limits = { retryMinMs: 50, noticeMs: 20 }
    const source = sourceOf(await faulty('stdio', 'exits-once', { file }), { limits })
    let changes = 0
    source.watch(() => changes++)
    const { skills } = await source.list()
    const held = await source.get('refunds')
    await expect(source.read('refunds', 'SKILL.md', { held })).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      message:
        "MCP server 'docs' did not give file 'SKILL.md' of skill 'refunds': its process ended with exit code 9",
    })
    expect(source.status()).toMatchObject({
      state: 'degraded',
      lastError: 'its process ended with exit code 9',
    })
    expect((await source.list()).skills).toStrictEqual(skills)
    await until(() => source.status().state === 'ready', 'it is there again')
    expect(textOf(await source.read('refunds', 'SKILL.md', { held }))).toContain('# refunds')
    expect(changes).toBeGreaterThan(0)
  })

  it('and is there again under the same URL is asked as if nothing had been', async () => {
    const server = await httpServer(
      'skills-server.mjs',
      folderOf({ 'refunds/SKILL.md': skillText('refunds') }),
      'http',
      'legacy',
    )
    const source = sourceOf(server.transport)
    const before = await source.get('refunds')
    server.process.kill('SIGUSR2')
    await until(async () => {
      const session = { 'mcp-session-id': 'forgotten' }
      const { status } = await fetch(server.transport.url, { method: 'POST', headers: session, body: '{}' })
      return status === 404
    }, 'the sessions are forgotten')
    expect(await source.get('refunds', { fresh: true })).toStrictEqual(before)
    expect(source.status().state).not.toBe('degraded')
  })

  it('by falling silent is started again after the second call that it does not answer', async () => {
    const file = join(folderOf({}), 'silent')
    const limits = { requestMs: 200, retryMinMs: 20, closeMs: 200 }
    const source = sourceOf(await faulty('stdio', 'silent-at-first', { file }), { limits })
    for (const _ of [1, 2]) {
      await expect(source.get('refunds')).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' })
    }
    await until(async () => (await source.get('refunds').catch(() => undefined)) !== undefined, 'it answers')
    expect(await source.get('refunds')).toMatchObject({ name: 'refunds' })
  })

  it('is tried later each time, and not at all times at once', async () => {
    let time = 0
    const starts: number[] = []
    const source = sourceOf(
      {
        type: 'http',
        url: 'http://127.0.0.1:9/mcp',
        fetch: () => (starts.push(time), Promise.reject(new TypeError('fetch failed'))),
      },
      { now: () => time },
    )
    for (; time < 300_000; time += 250) await source.list()
    const pauses = starts.slice(1).map((start, index) => start - starts[index]!)
    expect(pauses[0]).toBeLessThanOrEqual(1250)
    for (const pause of pauses.slice(6, -1)) expect(pause).toBeGreaterThanOrEqual(30_000)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_250)
    expect(starts.length).toBeLessThan(20)
  })
})

describe('a server that is told nothing it need not know', () => {
  it('gets the few variables that every server gets, and those that are meant for it', async () => {
    process.env['SKILLWAY_TEST_SECRET'] = 'not for servers'
    afterwards(() => delete process.env['SKILLWAY_TEST_SECRET'])
    const script = 'process.stderr.write(Object.keys(process.env).sort().join(" ")); process.exit(1)'
    const source = sourceOf({
      type: 'stdio',
      command: process.execPath,
      args: ['-e', script],
      env: { GIVEN: '1' },
    })
    await source.list()
    expect(source.status().lastError).toMatch(
      /error output: GIVEN( (?:HOME|LOGNAME|PATH|SHELL|SKILLWAY_STARTED_BY|TERM|USER))*$/,
    )
  })

  it('repeats no secret and no path of this host to anybody (D33)', async () => {
    const env = { SECRET_TOKEN: 'sk-1234567890' }
    const transport = { ...stdioServer('fault-server.mjs', 'stdio', 'exits-at-start'), env }
    const source = sourceOf(transport)
    const shown = JSON.stringify([await source.list(), source.status(), source.logged, source.endpoint])
    expect(source.status().lastError).toBe(
      'its process ended with exit code 7; its error output: cannot open [hidden] in …/config.json',
    )
    expect(shown).not.toContain('sk-1234567890')
    expect(shown).not.toMatch(/\/(?:tmp|work|usr|home|root)\//)
  })

  it('sends back a header that it was given, and it is not shown (D33)', async () => {
    const transport = await faulty('http', 'echoes-headers')
    const headers = { Authorization: 'Bearer tok-abcdef' }
    const source = sourceOf({ ...transport, headers } as McpTransport)
    const shown = JSON.stringify([await source.list(), source.status(), source.logged])
    expect(shown).toContain('HTTP 500: no [hidden]')
    expect(shown).not.toMatch(/tok-abcdef/)
  })

  it.each(['other port', 'other host'])(
    'points to another place, and neither call nor header goes there (D27): %s',
    async (kind) => {
      const seen: string[] = []
      const other = createServer((request, response) => {
        seen.push(`${request.method} ${request.headers.authorization}`)
        response.end('{}')
      }).listen(0, '127.0.0.1')
      await once(other, 'listening')
      afterwards(() => other.close())
      const { port } = other.address() as AddressInfo
      const to = `http://${kind === 'other port' ? '127.0.0.1' : 'localhost'}:${port}/mcp`
      const transport = {
        ...(await faulty('http', 'redirect', { to })),
        headers: { Authorization: 'Bearer tok' },
      }
      const { diagnostics } = await sourceOf(transport as McpTransport).list()
      expect(diagnostics[0]!.message).toMatch(
        /Redirect to http:\/\/(?:127\.0\.0\.1|localhost):\d+\/mcp not followed/,
      )
      expect(seen).toStrictEqual([])
    },
  )
})
