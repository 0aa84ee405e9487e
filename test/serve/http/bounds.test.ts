import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateLimit } from '../../../src/serve/http/rate-limit.ts'
import { titled } from '../../titled.ts'
import { openSocket, post, raw, rawRequest, requestParts, send } from './requests.ts'
import { grant, start, type Started } from './start.ts'

// What one client can take of the server, and what it gets to read back.

const MEBIBYTE = 1024 * 1024
let server: Started

beforeAll(async () => {
  server = await start()
})

afterAll(() => server.close())

async function listen(
  port: number,
  token: string,
  id: number,
): Promise<{ socket: Socket; status: () => string }> {
  const { headers, body } = requestParts(
    'subscriptions/listen',
    { notifications: { toolsListChanged: true } },
    { token, id },
  )
  const socket = await openSocket(port)
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  const fields = Object.entries({
    ...headers,
    host: `127.0.0.1:${port}`,
    'content-length': String(body.length),
  })
  socket.write(
    rawRequest(['POST /mcp HTTP/1.1', ...fields.map(([name, value]) => `${name}: ${value}`)], body),
  )
  await expect.poll(() => text, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 \d{3}/)
  return { socket, status: () => text.slice(9, 12) }
}

const head = (more: string[]) => [
  'POST /mcp HTTP/1.1',
  `Host: 127.0.0.1:${server.port}`,
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  ...more,
]
describe('a body', () => {
  it('of a declared length above 1 MiB is refused before it is sent, and the connection closed (F5)', async () => {
    const answer = await raw(server.port, [rawRequest(head([`Content-Length: ${MEBIBYTE + 1}`]))])
    expect(answer).toMatchObject({ status: 413, closed: true })
  })

  it('of exactly 1 MiB is read (F5)', async () => {
    const { headers, body } = requestParts('tools/list', { padding: '' }, { era: '2025-11-25' })
    const padded = body.replace('"padding":""', `"padding":"${'x'.repeat(MEBIBYTE - body.length)}"`)
    expect(Buffer.byteLength(padded)).toBe(MEBIBYTE)
    expect((await send(server.url, { headers, body: padded })).status).toBe(200)
    const larger = await send(server.url, { headers, body: `${padded} ` })
    expect(larger.status).toBe(413)
  })

  it('that comes in chunks without an end is refused at 1 MiB, and the connection closed (F5)', async () => {
    const socket = await openSocket(server.port)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.write(rawRequest(head(['Transfer-Encoding: chunked'])))
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const flood = setInterval(() => socket.write(chunk), 2)
    await closed
    clearInterval(flood)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(socket.bytesWritten).toBeLessThan(64 * MEBIBYTE)
  })

  it.each(
    titled([
      { title: 'both a length and chunks', more: ['Content-Length: 5', 'Transfer-Encoding: chunked'] },
      { title: 'two lengths', more: ['Content-Length: 5', 'Content-Length: 6'] },
      { title: 'a negative length', more: ['Content-Length: -1'] },
      { title: 'a length that is no number', more: ['Content-Length: 0x10'] },
      { title: 'a length beyond every number', more: [`Content-Length: ${'9'.repeat(40)}`] },
    ]),
  )('with %s is refused with 400, and the connection closed (F5)', async (_title, { more }) => {
    const answer = await raw(server.port, [rawRequest(head(more), '0\r\n\r\n')])
    expect([400, 413]).toContain(answer.status)
    expect(answer.closed).toBe(true)
  })

  it('that is longer than declared does not become a second request that is served (F5)', async () => {
    const { body } = requestParts('tools/list', {}, { era: '2025-11-25' })
    const answer = await raw(server.port, [
      rawRequest(head([`Content-Length: ${body.length}`]), `${body}GARBAGE\r\n\r\n`),
    ])
    const statuses = [...answer.text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status)
    expect(statuses.filter((status) => status === '200').length).toBeLessThanOrEqual(1)
    expect(statuses.at(-1)).toBe('400')
    expect(answer.closed).toBe(true)
  })

  it('that is a packed bomb is not unpacked (F6)', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE))
    const before = process.memoryUsage().rss
    const answer = await raw(server.port, [
      rawRequest(head([`Content-Length: ${bomb.length}`, 'Content-Encoding: gzip'])),
      bomb,
    ])
    expect(answer.status).toBe(415)
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * MEBIBYTE)
  })
})

describe('slow clients', () => {
  it('are closed at the deadlines, and the others are served meanwhile (F7)', async () => {
    await using bounded = await start({ limits: { headersMs: 500, requestMs: 1000 } })
    const begun = Date.now()
    const open = async (text: string): Promise<Socket> => {
      const socket = await openSocket(bounded.port)
      socket.write(text)
      return socket
    }
    const slow = await Promise.all([
      ...Array.from({ length: 150 }, () =>
        open(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${bounded.port}\r\nX-A`),
      ),
      ...Array.from({ length: 150 }, () =>
        open(
          `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${bounded.port}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
        ),
      ),
    ])
    const drip = setInterval(() => slow.forEach((socket) => socket.write('a')), 100)
    const closed = Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    const times: number[] = []
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      expect((await post(bounded.url, 'tools/list')).status).toBe(200)
      times.push(performance.now() - started)
    }
    await closed
    clearInterval(drip)
    expect(Date.now() - begun).toBeLessThan(10_000)
    expect(times.sort((a, b) => a - b).at(-2)!).toBeLessThan(2000)
  })

  it('that open a connection and say nothing are closed too (F7)', async () => {
    await using bounded = await start({ limits: { headersMs: 400, requestMs: 800 } })
    const socket = await openSocket(bounded.port)
    await new Promise((resolve) => socket.resume().once('close', resolve))
    expect(socket.bytesWritten).toBe(0)
  })
})

describe('streams', () => {
  it('of one caller are at most 16, others are still admitted, and a closed one makes room (F8)', async () => {
    await using shared = await start({ tokens: [grant('token-one', 'one'), grant('token-two', 'two')] })
    const streams = await Promise.all(
      Array.from({ length: 100 }, (_, id) => listen(shared.port, 'token-one', id)),
    )
    const admitted = streams.filter(({ status }) => status() === '200')
    expect(admitted).toHaveLength(16)
    expect(streams.filter(({ status }) => status() === '429')).toHaveLength(84)
    const other = await listen(shared.port, 'token-two', 1)
    expect(other.status()).toBe('200')
    expect((await post(shared.url, 'tools/list', {}, { token: 'token-one' })).status).toBe(200)
    admitted[0]!.socket.destroy()
    await expect
      .poll(
        async () => {
          const again = await listen(shared.port, 'token-one', 1)
          return again.status()
        },
        { timeout: 10_000 },
      )
      .toBe('200')
    for (const { socket } of [...streams, other]) socket.destroy()
  })

  it('are not what requests of the older protocol count as, however many run at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, id) => post(server.url, 'tools/list', {}, { era: '2025-11-25', id })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})

describe('connections', () => {
  it('of one address and of all are bounded; what is closed makes room', async () => {
    await using bounded = await start({ limits: { connections: { each: 5, all: 10 } } })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(bounded.port)))
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(15)
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(
        async () =>
          (await raw(bounded.port, [`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${bounded.port}\r\n\r\n`]))
            .status,
      )
      .toBe(200)
  })
})

describe('requests above the rate', () => {
  it('get 429 and when to come back, and each is a line of the log (F19)', async () => {
    await using limited = await start({
      requestsPerMinute: 60,
      tokens: [grant('token-one', 'one'), grant('token-two', 'two')],
    })
    const answers = []
    for (let id = 0; id < 30; id++)
      answers.push(await post(limited.url, 'tools/list', {}, { token: 'token-one', id }))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(refused.length).toBeGreaterThanOrEqual(15)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    await expect.poll(() => limited.logs.filter(({ status }) => status === 429).length).toBe(refused.length)
    expect(limited.logs.at(-1)).toMatchObject({ principal: 'one', path: '/mcp' })
    expect((await post(limited.url, 'tools/list', {}, { token: 'token-two' })).status).toBe(200)
  })

  it('are counted by a bucket that fills with time, whatever the clock does (F19, H13)', () => {
    let now = 1_000_000
    const wait = rateLimit(60, () => now)
    const burst = Array.from({ length: 11 }, () => wait('one'))
    expect(burst).toEqual([...Array.from({ length: 10 }, () => 0), 1])
    expect(wait('two')).toBe(0)
    now += 1000
    expect(wait('one')).toBe(0)
    expect(wait('one')).toBe(1)
    now -= 3_600_000
    expect(wait('one')).toBe(1)
    now += 3_600_000 + 5000
    expect(Array.from({ length: 6 }, () => wait('one'))).toEqual([0, 0, 0, 0, 0, 0])
    expect(Array.from({ length: 6 }, () => wait('one'))).toEqual([0, 0, 0, 0, 1, 1])
  })

  it('of a million callers do not fill the memory', () => {
    const wait = rateLimit(60, () => 0)
    const before = process.memoryUsage().heapUsed
    for (let caller = 0; caller < 50_000; caller++) wait(`caller-${caller}`)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * MEBIBYTE)
  })
})
