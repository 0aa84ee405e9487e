import { describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'

const skillText = (name: string, words: string) =>
  `---\nname: ${name}\ndescription: Does it.\n---\n${words}\n`

const local = memorySource('local', {
  alpha: { 'SKILL.md': skillText('alpha', 'From here.'), 'guide.md': 'The guide.' },
  'acme/beta': { 'SKILL.md': skillText('beta', 'From here too.') },
})

/** A server that is connected and never answers, until the call is given up. */
function silent(label: string): SkillSource {
  const never = (options?: { signal?: AbortSignal | undefined }) =>
    new Promise<never>((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(options.signal!.reason as Error))
    })
  return { label, kind: 'mcp', list: never, get: (_path, options) => never(options), read: () => never() }
}

const remote = (): SkillSource => ({
  ...memorySource('team', { alpha: { 'SKILL.md': skillText('alpha', 'From afar.') } }),
  kind: 'mcp',
})

describe.concurrent('while a server says nothing', () => {
  const catalog = createCatalog([local, silent('quiet')])

  it.each(['alpha', 'skill://alpha', 'acme/beta', 'skill://acme/beta/SKILL.md'])(
    'the skill of a folder is loaded by its path: %s',
    async (reference) => {
      const { text, diagnostics } = await catalog.load(reference)
      expect(text).toContain('From here')
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual([
        'SERVERS_NOT_AWAITED',
        'info',
      ])
      expect(diagnostics.find(({ code }) => code === 'SERVERS_NOT_AWAITED')!.message).toContain("'quiet'")
    },
  )

  it('its files are read, and its resources found', async () => {
    const { bytes } = await catalog.read('skill://alpha/guide.md')
    expect(Buffer.from(bytes).toString()).toBe('The guide.')
    expect((await catalog.locate('skill://alpha/guide.md'))!.skill!.name).toBe('alpha')
  })

  it.each(['beta', 'quiet/alpha', 'nowhere', 'ALPHA'])(
    'a reference that a server could answer waits for it: %s',
    async (reference) => {
      const answer = catalog.load(reference, { signal: AbortSignal.timeout(1500) })
      await expect(answer).rejects.toThrow(/timeout|aborted/i)
    },
  )
})

it('a server that answers in time is heard, and nothing else is said', async () => {
  const catalog = createCatalog([local, remote()])
  const { text, diagnostics } = await catalog.load('alpha')
  expect(text).toContain('From here.')
  expect(diagnostics.map(({ code }) => code)).not.toContain('SERVERS_NOT_AWAITED')
})
