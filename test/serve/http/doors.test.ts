import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveOnHttp } from '../../../src/serve/http/listen.ts'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { titled } from '../../titled.ts'
import { post, raw, rawRequest, requestParts } from './requests.ts'
import { grant, start, type Started } from './start.ts'

// Who gets in at all: by host name, by origin, by path, by the form of the request.

const TOKEN = 'a-token-of-the-tests'
let open: Started
let locked: Started

beforeAll(async () => {
  open = await start({ allowedHosts: ['skills.example.com'], allowedOrigins: ['https://inspector.test'] })
  locked = await start({ tokens: [grant(TOKEN, 'tester')] })
})

afterAll(async () => {
  await open.close()
  await locked.close()
})

const { body } = requestParts('tools/list', {}, { era: '2025-11-25' })
const lines = (target: string, more: string[] = [], version = 'HTTP/1.1') => [
  `POST ${target} ${version}`,
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  `Content-Length: ${body.length}`,
  'Connection: close',
  ...more,
]
const own = () => `Host: 127.0.0.1:${open.port}`
const send = (more: string[], target = '/mcp', version = 'HTTP/1.1') =>
  raw(open.port, [rawRequest(lines(target, more, version), body)])

describe('the host name', () => {
  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT', 'skills.example.com'])(
    'is served as %s (B186)',
    async (host) => {
      expect((await send([`Host: ${host.replace('PORT', String(open.port))}`])).status).toBe(200)
    },
  )

  it.each([
    ['evil.test'],
    ['evil.test:PORT'],
    ['localhost.evil.test:PORT'],
    ['localhost.:PORT'],
    ['localhost'],
    ['127.0.0.1'],
    ['127.0.0.1:1'],
    ['0x7f.1:PORT'],
    ['127.1:PORT'],
    ['evil@127.0.0.1:PORT'],
    ['127.0.0.1:PORT@evil.test'],
    ['127.0.0.1:PORT/x'],
    ['127.0.0.1:PORT#x'],
    ['127.0.0.1:PORT?x'],
    ['127.0.0.1:PORT\\x'],
    ['127.0.0.1:PORT, evil.test'],
    ['skills.example.com.'],
    ['skills.example.com:443'],
    [''],
  ])('is refused as %j, before anything is read (F1, B186)', async (host) => {
    const answer = await send([`Host: ${host.replaceAll('PORT', String(open.port))}`])
    expect([400, 403]).toContain(answer.status)
    expect(answer.text).not.toContain('load_skill')
    expect(answer.closed).toBe(true)
  })

  it('is refused where it is missing, and where there are two, the same or not (F1)', async () => {
    for (const hosts of [[], [own(), own()], [own(), 'Host: evil.test'], ['Host: evil.test', own()]]) {
      const { status } = await send(hosts)
      expect([400, 403]).toContain(status)
    }
  })
})

describe('the origin', () => {
  const bad = [
    'null',
    'file://',
    'chrome-extension://abcdefgh',
    'http://evil.test',
    'https://inspector.test.evil.test',
    'https://inspector.test:8443',
    'http://inspector.test',
    'HTTPS://INSPECTOR.TEST',
    'https://inspector.test/',
    '',
  ]
  it.each(bad)('%j may not call, token or not (F2)', async (origin) => {
    expect((await send([own(), `Origin: ${origin}`])).status).toBe(403)
    const answer = await raw(locked.port, [
      rawRequest(
        lines('/mcp', [
          `Host: 127.0.0.1:${locked.port}`,
          `Origin: ${origin}`,
          `Authorization: Bearer ${TOKEN}`,
        ]),
        body,
      ),
    ])
    expect(answer.status).toBe(403)
  })

  it('is refused where there are two (F2)', async () => {
    const twice = ['Origin: https://inspector.test', 'Origin: https://inspector.test']
    expect((await send([own(), ...twice])).status).toBe(403)
  })

  it('of another program on this machine has to log in, and is refused where nobody has to (F3)', async () => {
    const page = { headers: { origin: 'http://localhost:8081' } }
    expect((await post(open.url, 'tools/list', {}, page)).status).toBe(403)
    const answer = await post(locked.url, 'tools/list', {}, page)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect((await post(locked.url, 'tools/list', {}, { ...page, token: TOKEN })).status).toBe(200)
  })

  it('of the operator’s choice may call, and is told so in CORS headers (B185)', async () => {
    const preflight = await fetch(open.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://inspector.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'mcp-session-id,mcp-protocol-version,content-type',
      },
    })
    expect([200, 204]).toContain(preflight.status)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://inspector.test')
    for (const name of ['mcp-session-id', 'mcp-protocol-version', 'content-type', 'authorization'])
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
    const answer = await post(open.url, 'tools/list', {}, { headers: { origin: 'https://inspector.test' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://inspector.test')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each(['https://evil.test', 'null'])(
    '%s gets no CORS headers for its preflight (F17)',
    async (origin) => {
      for (const { url } of [open, locked]) {
        const preflight = await fetch(url, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        })
        expect(preflight.status).toBe(403)
        expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    },
  )
})

describe('the form of a request', () => {
  it.each(
    titled([
      { title: 'plain text', type: 'text/plain' },
      { title: 'a form', type: 'application/x-www-form-urlencoded' },
      { title: 'a multipart form', type: 'multipart/form-data; boundary=x' },
      { title: 'JSON in the parameter of another type', type: 'text/plain; a=application/json' },
      { title: 'nothing said', type: '' },
    ]),
  )('as %s is refused with 415 (F4)', async (_title, { type }) => {
    const answer = await raw(open.port, [
      rawRequest(
        [
          'POST /mcp HTTP/1.1',
          own(),
          `Content-Type: ${type}`,
          `Content-Length: ${body.length}`,
          'Connection: close',
        ],
        body,
      ),
    ])
    expect(answer.status).toBe(415)
  })

  it.each(['gzip', 'deflate', 'br', 'identity, gzip', 'zstd'])(
    'with a body packed as %s is refused with 415 and not unpacked (F6)',
    async (encoding) => {
      expect((await send([own(), `Content-Encoding: ${encoding}`])).status).toBe(415)
    },
  )

  it('of another protocol than HTTP/1.1, or with no path as its target, is refused (F22)', async () => {
    expect((await send([own()], '/mcp', 'HTTP/1.0')).status).toBe(426)
    expect((await send([], '/mcp', 'HTTP/1.0')).status).toBe(426)
    expect((await send([own()], `http://127.0.0.1:${open.port}/mcp`)).status).toBe(400)
    expect((await send([own()], 'http://evil.test/mcp')).status).toBe(400)
    expect((await send([own()], '/mcp', 'HTTP/9.9')).status).toBe(400)
    expect((await raw(open.port, [`OPTIONS * HTTP/1.1\r\n${own()}\r\n\r\n`])).status).toBe(400)
    expect((await raw(open.port, ['\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'])).status).toBe(400)
  })

  it('with header lines of more than 16 KiB is refused (F22)', async () => {
    expect((await send([own(), `X-Large: ${'x'.repeat(17 * 1024)}`])).status).toBe(431)
    const many = Array.from({ length: 2000 }, (_, index) => `X-${index}: ${index}`)
    expect((await send([own(), ...many])).status).toBe(431)
  })

  it('with two Authorization headers is refused', async () => {
    expect((await send([own(), 'Authorization: Bearer a', 'Authorization: Bearer b'])).status).toBe(400)
  })

  it.each([
    '/',
    '/mcp/',
    '//mcp',
    '/MCP',
    '/mcp/..',
    '/mcp%2f',
    '/.well-known/agent-skills/index.json',
    '/.well-known/oauth-protected-resource',
    '/.well-known/openid-configuration',
    '/admin',
    '/%00',
    '/%',
  ])('of %s finds nothing (F18)', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await raw(open.port, [
        rawRequest([`${method} ${path} HTTP/1.1`, own(), 'Connection: close']),
      ])
      expect(answer.status).toBe(404)
    }
  })

  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])(
    'as %s /mcp is not allowed, since there are no sessions',
    async (method) => {
      const response = await fetch(open.url, { method, headers: { accept: 'text/event-stream' } })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
    },
  )

  it('carries an id to the answer, and no header tells what serves it', async () => {
    const answer = await post(open.url, 'tools/list')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('server')).toBeNull()
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })
})

describe('an address beyond this machine', () => {
  const catalog = createCatalog([])
  it.each(['0.0.0.0', '::', '192.0.2.1', '10.0.0.1', '::ffff:127.0.0.1', '', 'skills.example.com', '0'])(
    'such as %j is not served without tokens or OAuth (F16)',
    async (host) => {
      await expect(serveOnHttp(catalog, { host, port: 0 })).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('nobody has to log in'),
        hint: expect.stringContaining('127.0.0.1'),
      })
    },
  )

  it('is served with a token, under the host names that are allowed', async () => {
    await using server = await start({
      host: '0.0.0.0',
      tokens: [grant(TOKEN, 'tester')],
      allowedHosts: ['skills.example.com'],
    })
    const call = (host: string) =>
      raw(server.port, [rawRequest(lines('/mcp', [`Host: ${host}`, `Authorization: Bearer ${TOKEN}`]), body)])
    expect((await call('skills.example.com')).status).toBe(200)
    expect((await call(`127.0.0.1:${server.port}`)).status).toBe(200)
    expect((await call('evil.test')).status).toBe(403)
  })

  it('or port that is taken is an error that says so', async () => {
    await expect(serveOnHttp(catalog, { port: open.port })).rejects.toMatchObject({
      code: 'USAGE',
      message: `Cannot listen on 127.0.0.1:${open.port}: a program listens there already`,
    })
  })
})
