import { describe, expect, it } from 'vitest'
import type { McpLimits } from '../../../src/sources/mcp/limits.ts'
import { titled } from '../../titled.ts'
import { faulty, sourceOf, type TransportType } from './upstream.ts'

interface ListingCase {
  title: string
  fault: string
  options?: object
  limits?: Partial<McpLimits>
  /** How many skills are shown all the same. */
  skills: number
  why: RegExp
  /** Where it differs from one transport to the other. */
  only?: TransportType
}

const QUICK = { requestMs: 200, closeMs: 200 }
const CASES: ListingCase[] = [
  { title: 'D17 fresh cursors without end', fault: 'endless-cursors', skills: 64, why: /more than 64 pages/ },
  { title: 'D17 the same cursor again', fault: 'same-cursor', skills: 2, why: /comes back to a page/ },
  { title: 'D17 a cursor of 1 MiB', fault: 'huge-cursor', skills: 0, why: /cursor of more than 4096/ },
  {
    title: 'D17 30,000 entries on a page',
    fault: 'many-entries',
    options: { entries: 30_000 },
    skills: 10_000,
    why: /more than 10000 entries/,
    only: 'stdio',
  },
  {
    title: 'D17 a listing of too many bytes',
    fault: 'heavy-listing',
    limits: { listingBytes: 200_000 },
    skills: 19,
    why: /more than \d+ bytes/,
  },
  {
    title: 'D26 a crash in the middle of a listing',
    fault: 'broken-page',
    skills: 1,
    why: /exit code 3/,
    only: 'stdio',
  },
  {
    title: 'D26 an error in the middle of a listing',
    fault: 'broken-page',
    skills: 1,
    why: /-32603: The index/,
    only: 'http',
  },
  {
    title: 'D26 an answer that is HTML',
    fault: 'html',
    limits: QUICK,
    skills: 0,
    why: /content type: text\/html/,
    only: 'http',
  },
  {
    title: 'D26 a line that is HTML',
    fault: 'html',
    limits: QUICK,
    skills: 0,
    why: /did not answer/,
    only: 'stdio',
  },
  { title: 'D26 broken JSON', fault: 'not-json', limits: QUICK, skills: 0, why: /did not answer|JSON/ },
  {
    title: 'D26 an answer to another question',
    fault: 'wrong-id',
    limits: QUICK,
    skills: 0,
    why: /did not answer/,
  },
  { title: 'D26 a listing that is no list', fault: 'no-list', skills: 0, why: /no list of skills/ },
  {
    title: 'D16 no answer',
    fault: 'never-answers',
    limits: QUICK,
    skills: 0,
    why: /did not answer|not complete/,
  },
  {
    title: 'D16 a byte every 100 ms',
    fault: 'drips',
    limits: QUICK,
    skills: 0,
    why: /did not answer|not complete after 200 ms/,
  },
  {
    title: 'D16 an answer without end',
    fault: 'endless',
    limits: { listingBytes: 2 * 1024 * 1024, closeMs: 300 },
    skills: 0,
    why: /more than 2097152 bytes/,
  },
  {
    title: 'D33 an error of 10 MiB with ESC in it',
    fault: 'huge-error',
    skills: 0,
    why: /-32603: \\u\{1b\}\[2J\\u\{202e\}evil A{99,}/,
  },
]

describe.each(['stdio', 'http'] as const)('a listing over %s that a server spoils', (type) => {
  it.each(titled(CASES.filter(({ only = type }) => only === type)))(
    'with %s ends, keeps what came, and says why',
    async (_, each) => {
      const source = sourceOf(await faulty(type, each.fault, each.options), { limits: each.limits })
      const before = process.memoryUsage.rss()
      const { skills, diagnostics } = await source.list()
      expect(skills).toHaveLength(each.skills)
      expect(diagnostics).toMatchObject([{ code: 'SOURCE_UNAVAILABLE', severity: 'warning', source: 'docs' }])
      expect(diagnostics[0]!.message).toMatch(each.why)
      expect(diagnostics[0]!.message).toMatch(/^MCP server 'docs' does not show all of its skills: /)
      expect(diagnostics[0]!.message.length).toBeLessThan(400)
      expect(source.status()).toMatchObject({ state: 'degraded', skills: each.skills })
      expect(source.status().lastError).toMatch(each.why)
      expect(source.logged.map(({ message }) => message)).toStrictEqual([diagnostics[0]!.message])
      expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024)
    },
  )
})

describe('a listing', () => {
  it('loses bad entries alone, each with its reason (D3, D11, D12)', async () => {
    const source = sourceOf(await faulty('stdio', 'bad-entries'))
    const { skills, diagnostics } = await source.list()
    expect(skills.map(({ skillPath }) => skillPath)).toStrictEqual(['refunds'])
    expect(new Set(diagnostics.map(({ code }) => code))).toStrictEqual(new Set(['ENTRY_INVALID']))
    expect(diagnostics).toHaveLength(9)
    expect(source.status().state).toBe('ready')
    expect(source.logged).toHaveLength(9)
  })

  it('loses an entry that is nested 50,000 levels deep, and no other (C4)', async () => {
    const source = sourceOf(await faulty('stdio', 'deep-entry'))
    const { skills, diagnostics } = await source.list()
    expect(skills.map(({ skillPath }) => skillPath)).toStrictEqual(['skill-1', 'refunds'])
    expect(diagnostics).toMatchObject([{ code: 'ENTRY_INVALID', path: 'skill://skill-2/SKILL.md' }])
  })

  it('is asked for once by many callers at once, and not again while it is good', async () => {
    const source = sourceOf(await faulty('stdio', 'counts-listings'), { limits: { minTtlMs: 60_000 } })
    const listings = await Promise.all(Array.from({ length: 20 }, () => source.list()))
    for (const { skills } of listings) expect(skills[0]!.name).toBe('skill-1')
    expect((await source.list()).skills[0]!.name).toBe('skill-1')
    expect((await source.list({ fresh: true })).skills[0]!.name).toBe('skill-2')
  })

  it.each([
    ['a negative number', -1, 2],
    ['a number beyond all others', 'huge', 1],
    ['a text', '300000', 2],
    ['nothing', 'none', 1],
    ['null', null, 1],
  ])('is good for a bounded time, if the server says %s (D30)', async (_, ttlMs, asked) => {
    let time = 0
    const now = () => time
    const source = sourceOf(await faulty('stdio', 'counts-listings', { ttlMs }), { now })
    await source.list()
    time = 1_001
    expect((await source.list()).skills[0]!.name).toBe(`skill-${asked}`)
    time = 3_600_000 + 5_000
    expect((await source.list()).skills[0]!.name).toBe(`skill-${asked + 1}`)
  })

  it('is not good for any time if something changed while it was made', async () => {
    const source = sourceOf(await faulty('stdio', 'changes-while-listing'), { limits: { minTtlMs: 60_000 } })
    const [first, second] = [await source.list(), await source.list()]
    expect(first.skills).not.toStrictEqual(second.skills)
  })

  it('keeps what it had when the server fails the next time, and says that it failed', async () => {
    const source = sourceOf(await faulty('stdio', 'lists-once'))
    const { skills } = await source.list()
    expect(skills).toHaveLength(1)
    const again = await source.list({ fresh: true })
    expect(again).toMatchObject({ skills, diagnostics: [{ code: 'SOURCE_UNAVAILABLE' }] })
    expect(source.status()).toMatchObject({ state: 'degraded', skills: 1 })
  })

  it('may lack what only tells how long it is good', async () => {
    const source = sourceOf(await faulty('stdio', 'no-cache-fields'))
    expect((await source.list()).skills).toHaveLength(1)
    expect(source.status().state).toBe('ready')
  })

  it.each(['modern', 'legacy'])(
    'grants a %s server nothing that it asks for meanwhile (D32)',
    async (era) => {
      const source = sourceOf(await faulty('stdio', 'asks-back', { era }))
      expect(await source.list()).toMatchObject({ skills: [{ name: 'refunds' }], diagnostics: [] })
    },
  )

  it('is done before ten thousand notices of change a second have an effect, and those who watch hear of few (D28)', async () => {
    const source = sourceOf(await faulty('stdio', 'change-flood', { era: 'legacy' }), {
      limits: { noticeMs: 300 },
    })
    let changes = 0
    source.watch(() => changes++)
    expect((await source.list()).skills).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(changes).toBeGreaterThan(0)
    expect(changes).toBeLessThanOrEqual(5)
    expect((await source.list()).skills).toHaveLength(1)
  })
})
