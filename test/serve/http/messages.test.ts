import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titled } from '../../titled.ts'
import { ERA_NAMES, post, requestParts, rpcIn, send } from './requests.ts'
import { start, type Started } from './start.ts'

// Messages that no client should send, and how little of them comes back.

let server: Started

beforeAll(async () => {
  server = await start()
})

afterAll(() => server.close())

const works = async () => expect((await post(server.url, 'tools/list')).status).toBe(200)
const sendBody = async (body: string, headers: Record<string, string> = {}) => {
  const answer = await send(server.url, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
  return { ...answer, rpc: rpcIn(answer.text) }
}
const list = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })
const call = (name: string, input: Record<string, unknown>) =>
  ['tools/call', { name, arguments: input }] as const

describe('messages that are none', () => {
  it.each(
    titled([
      { title: 'nothing', body: '' },
      { title: 'no JSON', body: '{"jsonrpc":"2.0",' },
      { title: 'bytes that are no UTF-8', body: '\ud800' },
      { title: 'a text', body: '"tools/list"' },
      { title: 'a number', body: '1e309' },
      { title: 'null', body: 'null' },
      { title: 'an empty batch', body: '[]' },
      { title: 'an object without a method', body: '{}' },
      { title: 'an id that is an object', body: JSON.stringify(list({ a: 1 })) },
      { title: 'an id that is a list', body: JSON.stringify(list([1])) },
      {
        title: 'an id that is a fraction of a number too large',
        body: '{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}',
      },
      { title: 'another version of JSON-RPC', body: JSON.stringify({ ...list(1), jsonrpc: '1.0' }) },
      { title: 'params that are a list', body: JSON.stringify({ ...list(1), params: [1, 2] }) },
      { title: 'params that are a text', body: JSON.stringify({ ...list(1), params: 'x' }) },
      { title: 'lists 100,000 deep', body: '['.repeat(100_000) + ']'.repeat(100_000) },
      {
        title: 'objects 100,000 deep in params',
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_skills","arguments":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`,
      },
      { title: 'a batch of 101', body: JSON.stringify(Array.from({ length: 101 }, (_, id) => list(id))) },
    ]),
  )('as %s get a defined answer, and the server goes on (F9)', async (_title, { body }) => {
    for (const headers of [
      {},
      { 'mcp-protocol-version': '2025-11-25' },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    ]) {
      const answer = await sendBody(body, headers)
      expect([200, 202, 400]).toContain(answer.status)
      expect(Buffer.byteLength(answer.text)).toBeLessThan(24 * 1024)
      expect(answer.status === 400 ? answer.rpc.error?.code : -1).toBeLessThan(0)
    }
    await works()
  })

  it('a batch of the older protocol with one id twice gets an answer, and nothing hangs (F9)', async () => {
    const response = await send(server.url, {
      signal: AbortSignal.timeout(5000),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify([list(1), list(1)]),
    })
    expect([200, 400]).toContain(response.status)
    await works()
  })

  it.each(
    titled([
      { title: 'another method in the header', headers: { 'mcp-method': 'resources/list' }, code: -32_020 },
      { title: 'no method in the header', headers: { 'mcp-method': '' }, code: -32_020 },
      {
        title: 'a version that is not known',
        headers: { 'mcp-protocol-version': '2099-01-01' },
        code: -32_020,
      },
    ]),
  )('with %s are refused with the protocol’s code (F10)', async (_title, { headers, code }) => {
    const { status, rpc } = await post(server.url, 'tools/list', {}, { headers })
    expect(status).toBe(400)
    expect(rpc.error?.code).toBe(code)
  })

  it('of a version that nobody speaks are refused with the versions that are spoken (F10)', async () => {
    const { headers, body } = requestParts('tools/list', {}, {})
    const response = await send(server.url, {
      headers: { ...headers, 'mcp-protocol-version': '2099-01-01' },
      body: body.replace('2026-07-28', '2099-01-01'),
    })
    expect(response.status).toBe(400)
    expect(rpcIn(response.text)).toMatchObject({
      error: { code: -32_022, data: { supported: ['2026-07-28'] } },
    })
    const older = await post(
      server.url,
      'tools/list',
      {},
      { era: '2025-11-25', headers: { 'mcp-protocol-version': '1999-01-01' } },
    )
    expect(older.status).toBe(400)
  })

  it('with a name of another tool in the header than in the body are refused (F10)', async () => {
    const { status, rpc } = await post(
      server.url,
      'tools/call',
      { name: 'list_skills', arguments: {} },
      { headers: { 'mcp-name': 'load_skill' } },
    )
    expect(status).toBe(400)
    expect(rpc.error?.code).toBe(-32_020)
  })

  it.each(ERA_NAMES)('with __proto__ and constructor in them change nothing, at %s (F20)', async (era) => {
    const { headers, body } = requestParts(
      'tools/call',
      { name: 'list_skills', arguments: { query: 'EVIL' } },
      { era },
    )
    for (const evil of [
      '"__proto__":{"polluted":true,"query":"alpha"}',
      '"constructor":{"prototype":{"polluted":true}}',
    ]) {
      const response = await send(server.url, {
        headers,
        body: body.replace('"query":"EVIL"', evil),
      })
      expect(response.status).toBeLessThan(500)
      const inParams = body.replace('"name":"list_skills"', `"name":"list_skills",${evil}`)
      expect((await send(server.url, { headers, body: inParams })).status).toBeLessThan(500)
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    await works()
  })
})

describe('what comes back', () => {
  const long = `skill://${'a'.repeat(900 * 1024)}/SKILL.md`
  const cases: [string, string, Record<string, unknown>][] = [
    ['a method', long, {}],
    ['a resource', 'resources/read', { uri: long }],
    ['a skill', 'skills/get', { uri: long }],
    ['a directory', 'resources/directory/read', { uri: long }],
    ['a prompt', 'prompts/get', { name: long }],
    ['a tool', ...call(long, {})],
    ['a skill to load', ...call('load_skill', { skill_name: long })],
    ['an argument of a tool', ...call('load_skill', { [long]: 'x' })],
    ['a source', ...call('list_skills', { source: long })],
    ['a file', ...call('read_reference_file', { skill_name: 'alpha', file_name: long })],
    ...['ref/prompt', 'ref/resource'].map((type): [string, string, Record<string, unknown>] => [
      `a ${type}`,
      'completion/complete',
      { ref: { type, name: long, uri: long }, argument: { name: 'path', value: long } },
    ]),
    ...['skills/list', 'resources/list', 'prompts/list'].map(
      (method): [string, string, Record<string, unknown>] => [
        `a cursor of ${method}`,
        method,
        { cursor: long },
      ],
    ),
  ]
  const table = ERA_NAMES.flatMap((era) =>
    cases.map(([what, method, params]) => ({ title: `${what}, at ${era},`, era, method, params })),
  )

  it.each(titled(table))('about %s repeats little of a megabyte that was sent (B11)', async (_title, row) => {
    const { era, method, params } = row
    const isNamed = era === '2026-07-28' && (params['name'] === long || params['uri'] === long)
    const headers: Record<string, string> = isNamed ? { 'mcp-name': 'x' } : {}
    if (era === '2026-07-28' && method === long) headers['mcp-method'] = 'x'
    const answer = await post(server.url, method, params, { era, headers })
    expect(answer.status).toBeLessThan(500)
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(1536)
    expect(answer.text).not.toContain(server.root)
  })

  it('about a name with escape sequences shows them', async () => {
    const name = '\u001b[2J\u202e'
    const { text } = await post(server.url, 'tools/call', { name, arguments: {} }, { era: '2025-11-25' })
    expect(text).not.toMatch(/[\u001b\u202e]|\\u001b/)
  })
})
