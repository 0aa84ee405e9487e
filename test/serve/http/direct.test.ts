import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSkill } from '../../../src/sep2640/wire.ts'
import { memorySource } from '../../../src/sources/memory.ts'
import { titled } from '../../titled.ts'
import { changed, get, list, type Message, read, UNUSUAL, USUAL, withHeader } from './direct-cases.ts'
import { post, send } from './requests.ts'
import { grant, skillFile, start, type Started } from './start.ts'
import { bothWays, directOnly, type Wire } from './two-ways.ts'

// Direct answers are the SDK's, to the byte; whatever is not quite usual is the SDK's own.

let server: Started
let around: { port: number; secondPage: string }

beforeAll(async () => {
  const names = Array.from({ length: 150 }, (_, index) => `many-${1000 + index}`)
  const many = Object.fromEntries(names.map((name) => [name, { 'SKILL.md': skillFile(name) }]))
  server = await start({
    requestsPerMinute: 1_000_000,
    limits: { keepAliveMs: 10 },
    sources: [memorySource('many', many)],
  })
  server.put('alpha/references/tongues.md', 'Grüße, 日本語, 🚀, \u2028\u2029, "quoted" \\ \t, \u007f')
  server.put('alpha/references/words.md', 'one \u0000 two')
  server.put('alpha/references/Ünï cödé.md', 'Odd, but allowed.')
  server.put('alpha/assets/dot.png', Buffer.from('iVBORw0KGgo=', 'base64'))
  server.put('alpha/assets/noise.bin', Buffer.from([1, 2, 0xff, 0xfe]))
  server.put('alpha/assets/empty.txt', '')
  server.put('nested/odd/SKILL.md', skillFile('odd', '"Says “hello”, and {\\"json\\": [1]}."'))
  const first = await post(server.url, 'skills/list')
  around = { port: server.port, secondPage: first.rpc.result!['nextCursor'] as string }
})

afterAll(() => server.close())

const isDirect = directOnly(() => server.catalog)

describe('a request that is answered directly', () => {
  it.each(titled(USUAL))('with %s gets the bytes that the SDK sends', async (_title, { make }) => {
    const { direct, sdk } = await bothWays(server.port, make(around))
    expect(direct).toBe(sdk)
    expect(direct).toMatch(/^HTTP\/1\.1 200 OK\r\nx-request-id: any\r\n[^]*"result":/)
    expect(await isDirect(make(around))).toBe(true)
  })

  it('is counted and logged like any other, once', async () => {
    await using limited = await start({ tokens: [grant('token-one', 'one')], requestsPerMinute: 12 })
    const asked = { token: 'token-one' }
    expect((await post(limited.url, 'skills/list', {}, { token: 'wrong' })).status).toBe(401)
    expect((await post(limited.url, 'skills/list', {}, asked)).status).toBe(200)
    expect((await post(limited.url, 'skills/list', { cursor: 'x' }, asked)).rpc.error?.code).toBe(-32_602)
    const refused = await post(limited.url, 'skills/list', {}, asked)
    expect([refused.status, refused.text, refused.headers.get('retry-after')]).toEqual([
      429,
      'Too many requests\n',
      '5',
    ])
    const seen = limited.logs.map(({ principal, rpc, status, complete }) => [
      principal,
      rpc,
      status,
      complete,
    ])
    expect(seen).toEqual([
      [undefined, undefined, 401, true],
      ['one', 'skills/list', 200, true],
      ['one', 'skills/list', 200, true],
      ['one', undefined, 429, true],
    ])
  })

  it('is counted in the metrics', async () => {
    await using counted = await start()
    for (const params of [{ uri: 'skill://alpha/SKILL.md' }, { uri: 'skill://none/SKILL.md' }])
      await post(counted.url, 'resources/read', params)
    const metrics = await send(`http://127.0.0.1:${counted.port}/metrics`, { method: 'GET' })
    expect(metrics.text).toContain('skillway_http_requests_total{path="/mcp",status="200"} 2\n')
    expect(metrics.text).toContain('skillway_http_request_seconds_count 2\n')
  })

  it('has the headers for pages of allowed origins where there are any, also for who is no page', async () => {
    await using open = await start({ allowedOrigins: ['https://app.example'] })
    const { direct, sdk } = await bothWays(open.port, read())
    expect(direct).toBe(sdk)
    expect(direct).toMatch(/^access-control-expose-headers: /im)
  })
})

describe('a request that is left to the SDK', () => {
  it.each(titled(UNUSUAL))('with %s is answered like any other', async (_title, { make }) => {
    const { direct, sdk } = await bothWays(server.port, make(around))
    expect(direct).toBe(sdk)
    expect(await isDirect(make(around))).toBe(false)
  })
})

/** Something odd at one place of the message. */
const oddMember: fc.Arbitrary<(wire: Wire) => Wire> = fc
  .record({
    at: fc.constantFrom<(message: Message) => unknown>(
      (message) => message,
      (message) => message.params,
      (message) => message.params?._meta,
    ),
    key: fc.oneof(
      fc.constantFrom('jsonrpc', 'id', 'method', 'params', '_meta', 'uri', 'cursor', 'name', '__proto__'),
      fc
        .constantFrom('protocolVersion', 'clientInfo', 'clientCapabilities')
        .map((key) => `io.modelcontextprotocol/${key}`),
      fc.string(),
    ),
    value: fc.oneof(
      fc.constantFrom<unknown>('2.0', 'skills/get', 'skill://beta/SKILL.md', {}, { name: 'n', version: '1' }),
      fc.constant(undefined),
      fc.jsonValue({ maxDepth: 3 }),
    ),
  })
  .map(({ at, key, value }) => {
    const member = { value, enumerable: true, configurable: true, writable: true }
    return (wire: Wire) =>
      changed(wire, (message) => {
        const place = at(message)
        if (typeof place === 'object' && place !== null) Object.defineProperty(place, key, member)
      })
  })

/** Something odd in a header, or the header more or less often than once. */
const oddHeader: fc.Arbitrary<(wire: Wire) => Wire> = fc
  .record({
    name: fc.constantFrom(
      'content-type',
      'accept',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'x-other',
    ),
    values: fc.array(
      fc.oneof(
        fc.constantFrom('application/json', '2026-07-28', 'skills/list', 'skill://alpha/SKILL.md', ' '),
        fc.string().map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
      ),
      { maxLength: 2 },
    ),
  })
  .map(
    ({ name, values }) =>
      (wire: Wire) =>
        withHeader(wire, name, ...values),
  )

it('that is changed anywhere gets the answer that the SDK gives', async () => {
  const request = fc
    .tuple(
      fc.constantFrom(list(), get(), read(), read('skill://alpha/references/tongues.md')),
      fc.array(fc.oneof(oddMember, oddHeader), { maxLength: 2 }),
    )
    .map(([wire, mutations]) => mutations.reduce((mutated, mutate) => mutate(mutated), wire))
  await fc.assert(
    fc.asyncProperty(request, async (wire) => {
      const { direct, sdk } = await bothWays(server.port, wire)
      expect(direct).toBe(sdk)
    }),
    { numRuns: 150 },
  )
})

describe('the very next answer', () => {
  const again = (at: Started) => at.put('alpha/SKILL.md', skillFile('alpha', 'Does ALPHA.'))
  const EDITS: { title: string; edit(at: Started): void }[] = [
    { title: 'an edit', edit: (at) => at.put('alpha/SKILL.md', skillFile('alpha', 'Does more.')) },
    { title: 'an edit that keeps the size', edit: again },
    {
      title: 'an edit that keeps size and time',
      edit(at) {
        const file = join(at.root, 'alpha/SKILL.md')
        const { atime, mtime } = statSync(file)
        again(at)
        utimesSync(file, atime, mtime)
      },
    },
    {
      title: 'an edit of the body alone',
      edit: (at) => at.put('alpha/SKILL.md', `${skillFile('alpha')}More.\n`),
    },
    { title: 'an edit of another file', edit: (at) => at.put('alpha/references/guide.md', 'The GUIDE.') },
    { title: 'a new file', edit: (at) => at.put('alpha/references/new.md', 'New.') },
    { title: 'a file that is gone', edit: (at) => rmSync(join(at.root, 'alpha/references/guide.md')) },
    { title: 'a skill that is gone', edit: (at) => rmSync(join(at.root, 'alpha'), { recursive: true }) },
    { title: 'a new skill', edit: (at) => at.put('gamma/SKILL.md', skillFile('gamma')) },
    { title: 'a new name', edit: rename },
    { title: 'another skill of that name', edit: swap },
  ]

  function rename(at: Started): void {
    renameSync(join(at.root, 'alpha'), join(at.root, 'delta'))
    at.put('delta/SKILL.md', skillFile('delta'))
  }

  function swap(at: Started): void {
    renameSync(join(at.root, 'alpha'), join(at.root, 'away'))
    rmSync(join(at.root, 'away'), { recursive: true })
    at.put('alpha/SKILL.md', skillFile('alpha'))
    at.put('alpha/references/other.md', 'Another.')
  }

  it.each(titled(EDITS))('shows %s', async (_title, { edit }) => {
    await using edited = await start()
    const seen = () => shown(edited.url)
    expect(await seen()).toEqual(onDisk(edited.root))
    await setTimeout(50)
    edit(edited)
    expect(await seen()).toEqual(onDisk(edited.root))
    for (const wire of [list(), get(), read()]) {
      const { direct, sdk } = await bothWays(edited.port, wire)
      expect(direct).toBe(sdk)
    }
  })

  /** The digests of all files, as the page has them, and the bytes of all that it names. */
  async function shown(url: string): Promise<Record<string, [digest: string, text: string]>> {
    const page = (await post(url, 'skills/list')).rpc.result!['skills'] as WireSkill[]
    const files: Record<string, [string, string]> = {}
    for (const { uri, digest } of page.flatMap(
      ({ resources }) => resources as { uri: string; digest: string }[],
    )) {
      const { contents } = (await post(url, 'resources/read', { uri })).rpc.result as {
        contents: [{ text: string }]
      }
      files[uri.slice('skill://'.length)] = [digest, contents[0].text]
    }
    for (const { uri, ...entry } of page)
      expect((await post(url, 'skills/get', { uri })).rpc.result!['skill']).toEqual({ uri, ...entry })
    return files
  }

  function onDisk(root: string): Record<string, [digest: string, text: string]> {
    const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    return Object.fromEntries(
      paths.map((file) => {
        const path = join(file.parentPath, file.name)
        const text = readFileSync(path, 'utf8')
        return [relative(root, path), [`sha256:${createHash('sha256').update(text).digest('hex')}`, text]]
      }),
    )
  }
})
