import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { backoff } from '../../../src/sources/mcp/backoff.ts'
import { callSlots } from '../../../src/sources/mcp/call-slots.ts'
import { MCP_LIMITS } from '../../../src/sources/mcp/limits.ts'
import { mentionedUris } from '../../../src/sources/mcp/mentioned-uris.ts'
import { notices } from '../../../src/sources/mcp/notices.ts'
import { settles } from '../../../src/sources/mcp/settles.ts'
import { sharedCalls } from '../../../src/sources/mcp/shared-calls.ts'
import { ttlOf } from '../../../src/sources/mcp/ttl.ts'

describe('skills that a text mentions', () => {
  it.each([
    ['skill://a/SKILL.md', ['skill://a/SKILL.md']],
    [
      'Read "skill://a/b/SKILL.md", then <github://o/c/SKILL.md>.',
      ['skill://a/b/SKILL.md', 'github://o/c/SKILL.md'],
    ],
    ['skill://a/SKILL.md skill://a/SKILL.md SKILL://a/SKILL.md', ['skill://a/SKILL.md']],
    ['skill://a/SKILL.md/more skill://a/SKILL.mdx skill://a skill://a/skill.txt', []],
    ['skill://known/SKILL.md', []],
    ['skill://../SKILL.md skill://a/%2e%2e/SKILL.md', []],
    ['', []],
  ])('in %j are %j', (text, uris) => {
    expect(mentionedUris(text, new Set(['known']))).toStrictEqual(uris)
  })

  it('are found in bounded time', () => {
    const started = performance.now()
    for (const text of [
      'skill://'.repeat(100_000),
      `skill://${'a'.repeat(1_000_000)}`,
      'a.'.repeat(500_000),
    ]) {
      expect(mentionedUris(text, new Set())).toStrictEqual([])
    }
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('how long an answer is good (D30)', () => {
  it.each([
    [undefined, 30_000],
    [null, 30_000],
    [0, 1000],
    [-5, 1000],
    [-Infinity, 1000],
    [Number.NaN, 1000],
    ['300000', 1000],
    [{}, 1000],
    [5000, 5000],
    [1e308, 3_600_000],
    [Infinity, 3_600_000],
  ])('if the server says %j, is %i ms', (said, ms) => {
    expect(ttlOf(said, MCP_LIMITS)).toBe(ms)
  })
})

describe('calls at the same time', () => {
  it('are so many, the others wait in line', async () => {
    const slots = callSlots(2)
    let running = 0
    let most = 0
    const call = () =>
      slots(async () => {
        most = Math.max(most, ++running)
        await delay(5)
        running--
      })
    await Promise.all(Array.from({ length: 9 }, call))
    expect([most, running]).toStrictEqual([2, 0])
  })

  it('go on when one fails, or gives up while it waits', async () => {
    const slots = callSlots(1)
    const first = slots(() => delay(20))
    const given = slots(async () => 'never', AbortSignal.abort(new Error('gave up before')))
    const waiting = slots(async () => 'never', AbortSignal.timeout(5))
    const failing = slots(() => Promise.reject(new Error('failed')))
    const last = slots(async () => 'last')
    expect(await Promise.allSettled([first, given, waiting, failing, last])).toMatchObject([
      { status: 'fulfilled' },
      { reason: { message: 'gave up before' } },
      { reason: { name: 'TimeoutError' } },
      { reason: { message: 'failed' } },
      { value: 'last' },
    ])
  })

  it('for the same thing are one', async () => {
    const shared = sharedCalls<number>()
    let calls = 0
    const ask = () => shared('key', async () => ++calls)
    expect(await Promise.all([ask(), ask(), shared('other', async () => 10)])).toStrictEqual([1, 1, 10])
    expect(await ask()).toBe(2)
  })
})

describe('trying again', () => {
  it('waits longer each time, within bounds, and starts anew after a success', () => {
    let time = 0
    const retry = backoff({ minMs: 100, maxMs: 1000, now: () => time })
    expect(retry.leftMs()).toBe(0)
    for (const longest of [100, 200, 400, 800, 1000, 1000]) {
      retry.failed()
      expect(retry.leftMs()).toBeGreaterThanOrEqual(longest / 2)
      expect(retry.leftMs()).toBeLessThanOrEqual(longest)
    }
    time += 1000
    expect(retry.leftMs()).toBe(0)
    retry.succeeded()
    retry.failed()
    expect(retry.leftMs()).toBeLessThanOrEqual(100)
  })
})

describe('notices of changes', () => {
  it('come at a bounded rate, to those who watch, and the last change is never lost (D28)', async () => {
    const changes = notices({ everyMs: 60, now: () => performance.now() })
    let heard = 0
    const stop = changes.watch(() => heard++)
    expect(changes.isWatched()).toBe(true)
    for (const until = performance.now() + 200; performance.now() < until; await delay(1)) changes.announce()
    expect(heard).toBeGreaterThanOrEqual(2)
    expect(heard).toBeLessThanOrEqual(5)
    const before = heard
    changes.announce()
    await expect.poll(() => heard).toBe(before + 1)
    stop()
    changes.announce()
    await delay(100)
    expect([heard, changes.isWatched()]).toStrictEqual([before + 1, false])
  })
})

describe('waiting for something', () => {
  it('ends when it has settled, when time is up, or when the caller gives up', async () => {
    expect(await settles(Promise.resolve(), 1000)).toBe(true)
    expect(await settles(Promise.reject(new Error('x')), 1000)).toBe(true)
    expect(await settles(new Promise(() => undefined), 10)).toBe(false)
    const signal = AbortSignal.abort(new Error('gave up'))
    await expect(settles(new Promise(() => undefined), 1000, signal)).rejects.toThrow('gave up')
  })
})
