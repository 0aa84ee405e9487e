import { describe, expect, it } from 'vitest'
import { answerBound } from '../../../src/sources/mcp/answer-bound.ts'
import { cappedFetch } from '../../../src/sources/mcp/capped-fetch.ts'
import { faulty, sourceOf } from './upstream.ts'

const URL_OF_SERVER = 'https://docs.example.com/mcp'
const EVENTS = { 'content-type': 'text/event-stream' }

interface Sent {
  url: string
  headers: Record<string, string>
  redirect: string | undefined
}

/** A fetch for the server, and what it sends; `answer` is what comes back. */
function fetchOf(answer: () => Response = () => new Response('{}'), requestMs = 1000) {
  const sent: Sent[] = []
  const own: typeof fetch = async (input, { headers, redirect, signal } = {}) => {
    sent.push({ url: String(input), headers: Object.fromEntries(new Headers(headers)), redirect })
    signal?.throwIfAborted()
    return answer()
  }
  const headers = { Authorization: 'Bearer tok', Accept: 'text/plain' }
  const server = { type: 'http' as const, url: URL_OF_SERVER, headers, fetch: own }
  return { call: cappedFetch({ server, requestMs, idleMs: 1000 }), sent }
}

function endless(piece: string): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.from(piece)) })
}

describe('what is sent to a server over HTTP', () => {
  it.each([
    ['the server', URL_OF_SERVER, 'Bearer tok'],
    ['another path of it', 'https://docs.example.com/other', 'Bearer tok'],
    ['another host', 'https://evil.example.com/mcp', undefined],
    ['another port', 'https://docs.example.com:8443/mcp', undefined],
    ['plain HTTP', 'http://docs.example.com/mcp', undefined],
    [
      'an authorization server',
      'https://login.example.net/.well-known/oauth-authorization-server',
      undefined,
    ],
  ])('has the configured headers if it goes to %s (D27)', async (_, url, authorization) => {
    const { call, sent } = fetchOf()
    await call(url)
    expect(sent[0]!.headers['authorization']).toBe(authorization)
  })

  it('keeps the headers that the protocol needs, and follows no redirect unless it is told how', async () => {
    const { call, sent } = fetchOf()
    await call(URL_OF_SERVER, { headers: { accept: 'application/json' } })
    await call(URL_OF_SERVER, { redirect: 'manual' })
    expect(sent).toMatchObject([
      { headers: { accept: 'application/json' }, redirect: 'error' },
      { redirect: 'manual' },
    ])
  })

  it('has the token that a provider gives', async () => {
    const transport = await faulty('http', 'echoes-headers')
    const authProvider = { token: async () => 'from-provider' }
    const { diagnostics } = await sourceOf({ ...transport, authProvider } as typeof transport).list()
    expect(diagnostics[0]!.message).toContain('HTTP 500: no Bearer from-provider')
  })
})

describe('what comes from a server over HTTP', () => {
  it('has the bound of the call that it answers', async () => {
    const { call } = fetchOf(() => new Response(endless('x'.repeat(1000))))
    const faults: string[] = []
    const bound = { maxBytes: 5000, fail: (error: Error) => faults.push(error.message) }
    const response = await answerBound.run(bound, () => call(URL_OF_SERVER, { method: 'POST' }))
    await expect(response.text()).rejects.toThrow('more than 5000 bytes')
    expect(faults).toStrictEqual(['it sent more than 5000 bytes'])
  })

  it('has a bound also where it answers no call', async () => {
    const { call } = fetchOf(() => new Response(endless('x'.repeat(100_000))))
    await expect((await call(URL_OF_SERVER)).text()).rejects.toThrow('more than 1048576 bytes')
  })

  it.each([
    ['a stream that was asked for', { method: 'GET', headers: { accept: 'text/event-stream' } }],
    ['a subscription', { method: 'POST', body: '{"method":"subscriptions/listen"}' }],
  ])('may go on for as long as it likes in %s, but not in one event', async (_, init) => {
    const { call } = fetchOf(() => new Response(endless('data: 1\n\n'), { headers: EVENTS }), 20)
    const reader = (await call(URL_OF_SERVER, init)).body!.getReader()
    for (let pieces = 0; pieces < 105; pieces++) expect((await reader.read()).done).toBe(false)
    await reader.cancel()
    const { call: callEndless } = fetchOf(
      () => new Response(endless('x'.repeat(100_000)), { headers: EVENTS }),
      20,
    )
    await expect((await callEndless(URL_OF_SERVER, init)).text()).rejects.toThrow('more than 1048576 bytes')
  })

  it('is given up when it is not complete in time', async () => {
    const { call } = fetchOf(() => new Response(new ReadableStream()), 30)
    const faults: string[] = []
    const bound = { maxBytes: 5000, fail: (error: Error) => faults.push(error.message) }
    await answerBound.run(bound, () => call(URL_OF_SERVER))
    await expect.poll(() => faults).toStrictEqual(['its answer was not complete after 30 ms'])
  })

  it.each([204, 304])('may be empty, as with status %i', async (status) => {
    const { call } = fetchOf(() => new Response(null, { status }))
    expect((await call(URL_OF_SERVER)).status).toBe(status)
  })
})
