import { describe, expect, it } from 'vitest'
import type { McpLimits } from '../../../src/sources/mcp/limits.ts'
import type { SkillEntry } from '../../../src/sources/types.ts'
import { titled } from '../../titled.ts'
import { faulty, sourceOf, textOf, type TransportType } from './upstream.ts'

const QUICK = { requestMs: 500, idleMs: 200, closeMs: 300 }
const PATIENT = { closeMs: 300 }
const MEBIBYTE = 1024 * 1024

interface FileCase {
  title: string
  fault: string
  code: string
  why: RegExp
  limits?: Partial<McpLimits>
  only?: TransportType
}

const CASES: FileCase[] = [
  {
    title: 'D18 two contents',
    fault: 'two-contents',
    code: 'VERIFICATION_FAILED',
    why: /2 contents for one file/,
  },
  {
    title: 'D18 no content',
    fault: 'no-contents',
    code: 'VERIFICATION_FAILED',
    why: /0 contents for one file/,
  },
  {
    title: "D18 another file's content",
    fault: 'other-uri',
    code: 'VERIFICATION_FAILED',
    why: /another URI/,
  },
  {
    title: 'D18 text and bytes',
    fault: 'text-and-blob',
    code: 'VERIFICATION_FAILED',
    why: /as text and as bytes/,
  },
  {
    title: 'D18 neither',
    fault: 'neither-text-nor-blob',
    code: 'VERIFICATION_FAILED',
    why: /without text or bytes|not follow the protocol/,
  },
  {
    title: 'D18 bad base64',
    fault: 'bad-base64',
    code: 'VERIFICATION_FAILED',
    why: /base64|not follow the protocol/,
  },
  {
    title: 'half a character',
    fault: 'lone-surrogate',
    code: 'VERIFICATION_FAILED',
    why: /not valid Unicode/,
  },
  {
    title: 'D15 200 MiB for a file of 8 bytes',
    fault: 'large-file',
    code: 'VERIFICATION_FAILED',
    why: /more than \d+ bytes/,
  },
  {
    title: 'D16 a file without end',
    fault: 'reads-endless',
    code: 'VERIFICATION_FAILED',
    why: /more than \d+ bytes/,
  },
  {
    title: 'D16 no answer',
    fault: 'reads-never-answer',
    limits: QUICK,
    code: 'SOURCE_UNAVAILABLE',
    why: /did not answer|not complete/,
  },
  {
    title: 'D16 a byte every 100 ms',
    fault: 'reads-drip',
    limits: QUICK,
    code: 'SOURCE_UNAVAILABLE',
    why: /did not answer|not complete/,
  },
  {
    title: 'D16 a pause in the middle',
    fault: 'stalls',
    limits: QUICK,
    code: 'SOURCE_UNAVAILABLE',
    why: /sent nothing for 200 ms/,
    only: 'http',
  },
  {
    title: 'D32 a question to the user',
    fault: 'input-required',
    only: 'http',
    code: 'SOURCE_UNAVAILABLE',
    why: /input_required/,
  },
]

describe.each(['stdio', 'http'] as const)('a file over %s that a server spoils', (type) => {
  it.each(titled(CASES.filter(({ only = type }) => only === type)))(
    'with %s is refused, in bounded memory and time',
    async (_, each) => {
      const source = sourceOf(
        await faulty(type, each.fault, { era: type === 'stdio' ? 'legacy' : 'modern' }),
        { limits: each.limits ?? PATIENT },
      )
      const held = await source.get('refunds')
      const before = process.memoryUsage.rss()
      const read = source.read('refunds', 'references/guide.md', { held })
      await expect(read).rejects.toMatchObject({
        code: each.code,
        message: expect.stringMatching(each.why) as string,
      })
      expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEBIBYTE)
    },
  )
})

describe('a file', () => {
  it('comes as it is, right or wrong: who holds the entry verifies it (D1, D2, H19)', async () => {
    const source = sourceOf(await faulty('stdio', 'other-bytes'))
    expect(textOf(await source.read('refunds', 'SKILL.md'))).toBe('other bytes')
  })

  it('of a skill without digests is bounded too (H16)', async () => {
    const source = sourceOf(await faulty('stdio', 'reads-endless'), { limits: { closeMs: 300 } })
    const held = { ...((await source.get('refunds')) as SkillEntry), files: 'dynamic' as const }
    await expect(source.read('refunds', 'SKILL.md', { held })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('of a skill without digests may be missing', async () => {
    const source = sourceOf(await faulty('stdio', 'none'))
    const held = { ...((await source.get('refunds')) as SkillEntry), files: 'dynamic' as const }
    await expect(source.read('refunds', 'nope.md', { held })).rejects.toMatchObject({
      code: 'REFERENCE_NOT_FOUND',
    })
    expect(textOf(await source.read('refunds', 'references/guide.md', { held }))).toBe('# Guide\n')
  })

  it('is not waited for when the caller gives up', async () => {
    const source = sourceOf(await faulty('stdio', 'reads-never-answer'))
    const held = await source.get('refunds')
    const signal = AbortSignal.timeout(50)
    const started = performance.now()
    await expect(source.read('refunds', 'SKILL.md', { held, signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('that is read while others wait for an answer that never comes is not kept waiting', async () => {
    const source = sourceOf(await faulty('stdio', 'never-answers'), { limits: { waitMs: 800 } })
    const listing = source.list()
    const held = await source.get('refunds')
    expect(textOf(await source.read('refunds', 'references/guide.md', { held }))).toBe('# Guide\n')
    expect((await listing).diagnostics).toMatchObject([{ code: 'SOURCE_UNAVAILABLE' }])
  })
})

describe('an entry', () => {
  it.each([
    ['another skill', 'other-skill', /another skill than it was asked for/],
    ['no entry', 'no-entry', /not an object/],
    ['an entry that lists a file twice', 'bad-entry', /twice/],
  ])('is refused when the server answers with %s', async (_, fault, why) => {
    const source = sourceOf(await faulty('stdio', fault))
    await expect(source.get('refunds', { fresh: true })).rejects.toMatchObject({
      code: 'SKILL_NOT_LOADABLE',
      message: expect.stringMatching(why) as string,
    })
  })
})
