import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { serveOnHttp } from '../../../src/serve/http/listen.ts'
import { mcpSource } from '../../../src/sources/mcp/mcp-source.ts'
import { titled } from '../../titled.ts'
import { connectHttp, ERA_NAMES, post, send } from './requests.ts'
import { grant, start, type Started } from './start.ts'

describe('static tokens', () => {
  let server: Started
  beforeAll(async () => {
    server = await start({ tokens: [grant('token-one', 'one'), grant('token-two', 'two')] })
  })
  afterAll(() => server.close())

  it.each(ERA_NAMES)('let the official client in at %s, and nobody without one', async (era) => {
    await using connection = await connectHttp(server.url, { era, token: 'token-two' })
    expect((await connection.client.listTools()).tools).toHaveLength(5)
    await expect(connectHttp(server.url, { era })).rejects.toThrow(/401|unauthorized|token is required/i)
    await expect(connectHttp(server.url, { era, token: 'token-three' })).rejects.toThrow(
      /401|unauthorized|token is not valid/i,
    )
  })

  it.each(
    titled([
      { title: 'no header', authorization: undefined, error: undefined },
      { title: 'an empty header', authorization: '', error: undefined },
      { title: 'a scheme alone', authorization: 'Bearer', error: undefined },
      { title: 'another scheme', authorization: 'Basic dG9rZW4tb25lOg==', error: undefined },
      { title: 'the token without a scheme', authorization: 'token-one', error: undefined },
      { title: 'two tokens', authorization: 'Bearer token-one token-two', error: undefined },
      { title: 'a token in a list', authorization: 'Bearer token-one, Bearer token-two', error: undefined },
      { title: 'a start of the token', authorization: 'Bearer token-on', error: 'invalid_token' },
      { title: 'the token and more', authorization: 'Bearer token-one1', error: 'invalid_token' },
      { title: 'the token in capitals', authorization: 'Bearer TOKEN-ONE', error: 'invalid_token' },
      {
        title: 'the hash of the token',
        authorization: `Bearer ${grant('token-one', '').sha256}`,
        error: 'invalid_token',
      },
      { title: 'a kilobyte', authorization: `Bearer ${'x'.repeat(1024)}`, error: 'invalid_token' },
    ]),
  )('refuse %s with 401 and a challenge (F11)', async (_title, { authorization, error }) => {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await post(server.url, 'tools/list', {}, { headers: headers as Record<string, string> })
    expect(answer.status).toBe(401)
    const challenge = answer.headers.get('www-authenticate')!
    expect(challenge).toMatch(/^Bearer realm="skillway"/)
    expect(/error="(\w+)"/.exec(challenge)?.[1]).toBe(error)
    expect(answer.text).not.toContain('token-one')
  })

  it.each(['access_token', 'token', 'authorization'])('are not read from ?%s= (F11)', async (name) => {
    const answer = await post(`${server.url}?${name}=token-one`, 'tools/list')
    expect(answer.status).toBe(401)
  })

  it('guard every path but the health check (F11, F18)', async () => {
    const { origin } = new URL(server.url)
    for (const path of ['/mcp', '/metrics', '/.well-known/agent-skills/index.json', '/', '/other'])
      expect((await send(`${origin}${path}`, { method: 'GET' })).status).toBe(401)
    expect((await send(`${origin}/healthz`, { method: 'GET' })).text).toBe('ok\n')
  })

  it('name their caller in the log, and never appear in it, nor in metrics or warnings (F13)', async () => {
    await post(server.url, 'tools/list', {}, { token: 'token-one' })
    await expect
      .poll(() => server.logs.at(-1))
      .toMatchObject({ principal: 'one', rpc: 'tools/list', status: 200 })
    const metrics = await send(new URL('/metrics', server.url).href, {
      method: 'GET',
      headers: { authorization: 'Bearer token-one' },
    })
    expect(metrics.text).toContain('skillway_http_requests_total{path="/mcp",status="401"}')
    expect(metrics.text).not.toContain('/other')
    expect(JSON.stringify([server.logs, server.warnings, metrics.text])).not.toMatch(/token-(one|two)/)
  })

  it('are given as SHA-256 and as nothing else (F13)', async () => {
    for (const sha256 of ['', 'token', 'A'.repeat(64), 'a'.repeat(63), `sha256:${'a'.repeat(64)}`]) {
      await expect(
        serveOnHttp(createCatalog([]), { port: 0, tokens: [{ name: 'one', sha256 }] }),
      ).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: "The token 'one' is not given as a SHA-256",
      })
    }
  })
})

describe('what a caller sends to log in', () => {
  it('is never passed on to the servers that skills come from (F12)', async () => {
    const seen: string[] = []
    const upstream = createServer((request, response) => {
      seen.push(JSON.stringify([request.rawHeaders, request.url]))
      response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`
    const remote = mcpSource({
      label: 'remote',
      transport: { type: 'http', url, headers: { 'X-Ours': 'of the config' } },
    })
    await using server = await start({ tokens: [grant('callers-token', 'caller')], sources: [remote] })
    const headers = { cookie: 'session=callers-cookie', 'x-callers': 'callers-header' }
    await post(
      server.url,
      'tools/call',
      { name: 'list_skills', arguments: {} },
      { token: 'callers-token', headers },
    )
    await post(
      server.url,
      'resources/read',
      { uri: 'skill://remote/a/SKILL.md' },
      { token: 'callers-token', headers },
    )
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.join('\n')).toContain('of the config')
    expect(seen.join('\n')).not.toContain('callers')
    await new Promise((resolve) => upstream.close(resolve))
  })
})
