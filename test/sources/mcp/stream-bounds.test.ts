import { describe, expect, it, vi } from 'vitest'
import { cappedStream } from '../../../src/sources/mcp/capped-stream.ts'
import { inboundGate } from '../../../src/sources/mcp/inbound-gate.ts'
import { lineSplitter } from '../../../src/sources/mcp/line-splitter.ts'

function split(chunks: string[], maxBytes = 100): { lines: string[]; tooLong: number[] } {
  const lines: string[] = []
  const tooLong: number[] = []
  const take = lineSplitter({
    maxBytes: () => maxBytes,
    onLine: (line) => lines.push(line),
    onTooLong: (limit) => tooLong.push(limit),
  })
  for (const chunk of chunks) take(Buffer.from(chunk, 'latin1'))
  return { lines, tooLong }
}

describe('lines of a stream', () => {
  it.each([
    ['one by one', ['a\n', 'b\n'], ['a', 'b']],
    ['in pieces', ['a', 'b', 'c\nd', 'e\n'], ['abc', 'de']],
    ['many in a piece, and an empty one', ['a\n\nb\nc'], ['a', '', 'b']],
    ['with half a character at the end of a piece', ['\xc3', '\xa9\n'], ['é']],
  ])('come %s', (_, chunks, lines) => {
    expect(split(chunks)).toStrictEqual({ lines, tooLong: [] })
  })

  it('end with one that is too long, before it is complete, and say so once', () => {
    const { lines, tooLong } = split(['ok\n', 'x'.repeat(60), 'x'.repeat(60), '\nmore\n'])
    expect([lines, tooLong]).toStrictEqual([['ok'], [100]])
  })

  it('may be as long as they may be', () => {
    expect(split([`${'x'.repeat(100)}\n`]).lines).toHaveLength(1)
    expect(split([`${'x'.repeat(101)}\n`]).tooLong).toStrictEqual([100])
  })
})

describe('what comes in from a process', () => {
  it('is heard if somebody waits for it, once', () => {
    const { expect: ask, receive, delivered } = gate()
    ask({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const answer = { jsonrpc: '2.0', id: 1, result: {} }
    for (const message of [answer, answer, { ...answer, id: 2 }, { ...answer, id: '1' }]) receive(message)
    expect(delivered).toStrictEqual([answer])
  })

  it('is left out if it is no message', () => {
    const { receive, delivered } = gate()
    for (const value of [undefined, null, 1, 'x', [], {}, { id: {} }, { jsonrpc: '1.0', method: 'x' }])
      receive(value)
    expect(delivered).toStrictEqual([])
  })

  it('is heard so often in a second and no more, but the last change is told (D28)', () => {
    vi.useFakeTimers()
    const { receive, delivered, floods } = gate()
    for (let count = 0; count < 10_000; count++)
      receive({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' })
    expect(delivered).toHaveLength(50)
    vi.advanceTimersByTime(1000)
    expect(delivered).toHaveLength(51)
    expect(floods).toStrictEqual([])
    vi.useRealTimers()
  })

  it('is too much at some point', () => {
    const { receive, floods } = gate()
    for (let count = 0; count < 200_000; count++) receive(undefined)
    expect(floods.length).toBeGreaterThan(0)
  })
})

describe('a stream over HTTP', () => {
  it('comes as it is within its bounds', async () => {
    expect(await taken(['ab', 'cd'], { maxBytes: 4 })).toStrictEqual({ text: 'abcd', faults: [], ended: 1 })
  })

  it('is broken off as soon as it is too large', async () => {
    const error = 'it sent more than 4 bytes'
    expect(await taken(['ab', 'cde', 'f'], { maxBytes: 4 })).toStrictEqual({
      text: 'ab',
      error,
      faults: [error],
      ended: 1,
    })
  })

  it('has no bound for all events, but for each', async () => {
    const events = Array.from({ length: 50 }, () => 'data: 1\n\n')
    expect((await taken(events, { isEvents: true, maxEventBytes: 20 })).faults).toStrictEqual([])
    const endless = Array.from({ length: 50 }, () => 'data')
    expect((await taken(endless, { isEvents: true, maxEventBytes: 20 })).faults).toStrictEqual([
      'it sent more than 20 bytes',
    ])
  })

  it('of events that come in masses is slowed down', async () => {
    const started = performance.now()
    await taken(['data: 1\n\n'.repeat(70), 'data: 1\n\n'.repeat(40)], { isEvents: true })
    expect(performance.now() - started).toBeGreaterThan(380)
  })

  it('that stops in the middle is given up', async () => {
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('a')),
    })
    const faults: string[] = []
    const stream = cappedStream(stalled, {
      isEvents: false,
      idleMs: 30,
      giveUp: (fault) => faults.push(fault.message),
      onEnd: () => undefined,
    })
    const reader = stream.getReader()
    await reader.read()
    void reader.read().catch(() => undefined)
    await expect.poll(() => faults).toStrictEqual(['it sent nothing for 30 ms in the middle of an answer'])
  })
})

function gate() {
  const delivered: unknown[] = []
  const floods: number[] = []
  const opened = inboundGate({
    deliver: (message) => delivered.push(message),
    onFlood: (count) => floods.push(count),
  })
  return { ...opened, delivered, floods }
}

async function taken(pieces: string[], options: Partial<Parameters<typeof cappedStream>[1]>) {
  const faults: string[] = []
  let ended = 0
  const stream = cappedStream(ReadableStream.from(pieces.map((piece) => Buffer.from(piece))), {
    isEvents: false,
    giveUp: (fault) => faults.push(fault.message),
    onEnd: () => ended++,
    ...options,
  })
  let text = ''
  try {
    for await (const piece of stream) text += Buffer.from(piece).toString()
  } catch (error) {
    return { text, error: (error as Error).message, faults, ended }
  }
  return { text, faults, ended }
}
