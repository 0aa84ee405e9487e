import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../../../src/skill/digest.ts'
import type { SkillFile } from '../../../src/skill/types.ts'
import type { McpSource, McpTransport } from '../../../src/sources/mcp/types.ts'
import { faulty, folderOf, httpServer, skillText, sourceOf, stdioServer, textOf, until } from './upstream.ts'

const IMAGE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])
const SKILLS = {
  'refunds/SKILL.md': skillText('refunds', 'license: MIT\nmetadata:\n  owner: billing\n'),
  'refunds/references/guide a%b.md': 'Guide\r\n',
  'refunds/logo.png': IMAGE,
  'refunds/empty.txt': '',
  'parcels/SKILL.md': skillText('parcels'),
}

const WAYS = [
  ['stdio', 'both', '2026-07-28'],
  ['stdio', 'legacy', '2025-11-25'],
  ['http', 'modern', '2026-07-28'],
  ['http', 'legacy', '2025-11-25'],
] as const

async function skillsServer(
  type: 'stdio' | 'http',
  era: string,
  root: string,
  more = {},
): Promise<McpTransport> {
  const args = [root, type, era, JSON.stringify(more)]
  return type === 'stdio'
    ? stdioServer('skills-server.mjs', ...args)
    : (await httpServer('skills-server.mjs', ...args)).transport
}

describe.each(WAYS)(
  'a server of the Skills extension over %s that speaks %s versions',
  (type, era, version) => {
    it('gives its skills and files as they are, and no others', async () => {
      const source = sourceOf(await skillsServer(type, era, folderOf(SKILLS)))
      const { skills, diagnostics } = await source.list()
      expect(diagnostics).toStrictEqual([])
      expect(skills.map(({ skillPath }) => skillPath)).toStrictEqual(['parcels', 'refunds'])
      const entry = (await source.get('refunds'))!
      expect(entry).toMatchObject({
        skillPath: 'refunds',
        name: 'refunds',
        description: 'About refunds.',
        frontmatter: { name: 'refunds', license: 'MIT', metadata: { owner: 'billing' } },
        listable: true,
        diagnostics: [],
      })
      expect(skills[1]!.files).toStrictEqual(entry.files)
      expect(await source.get('refunds', { fresh: true })).toStrictEqual(entry)
      const files = entry.files as SkillFile[]
      expect(files.map(({ path }) => path)).toStrictEqual([
        'SKILL.md',
        'empty.txt',
        'logo.png',
        'references/guide a%b.md',
      ])
      for (const { path, size, digest } of files) {
        const bytes = await source.read('refunds', path)
        expect([bytes.length, digestOf(bytes)]).toStrictEqual([size, digest])
      }
      expect(source.status()).toMatchObject({
        state: 'ready',
        protocol: 'extension',
        protocolVersion: version,
        skills: 2,
      })
      expect(source.status().latencyMs).toBeGreaterThan(0)
      await hasNoOthers(source)
    })

    it('tells of a change, and what is asked for after it is what it has now', async () => {
      const root = folderOf(SKILLS)
      const source = sourceOf(await skillsServer(type, era, root), {
        limits: { noticeMs: 50, minTtlMs: 60_000 },
      })
      let changes = 0
      source.watch(() => changes++)
      const before = (await source.get('parcels'))!
      writeFileSync(
        join(root, 'parcels/SKILL.md'),
        skillText('parcels').replace('About parcels', 'All about parcels'),
      )
      expect(await source.get('parcels')).toStrictEqual(before)
      await source.list()
      await until(() => {
        utimesSync(join(root, '.reload'), new Date(), new Date())
        return changes > 0
      }, 'a change is told')
      expect((await source.get('parcels'))!.files).not.toStrictEqual(before.files)
      expect((await source.list()).skills[0]!.description).toBe('All about parcels.')
    })
  },
)

async function hasNoOthers(source: McpSource): Promise<void> {
  expect(await source.get('nope')).toBeUndefined()
  expect(await source.get('refunds/references')).toBeUndefined()
  expect(await source.get('..')).toBeUndefined()
  await expect(source.read('nope', 'SKILL.md')).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' })
  await expect(source.read('refunds', 'references')).rejects.toMatchObject({ code: 'REFERENCE_IS_DIRECTORY' })
  await expect(source.read('refunds', '../parcels/SKILL.md')).rejects.toMatchObject({
    code: 'PATH_TRAVERSAL',
  })
  await expect(source.read('refunds', 'nope.md')).rejects.toMatchObject({
    code: 'REFERENCE_NOT_FOUND',
    message: "Reference not found: 'nope.md' in skill 'refunds'",
  })
}

describe('a server of the Skills extension', () => {
  it('is asked page by page, and every page counts', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`skill-${index}/SKILL.md`, skillText(`skill-${index}`)]),
    )
    const source = sourceOf(await skillsServer('stdio', 'both', folderOf(files), { pageSize: 4 }))
    expect((await source.list()).skills).toHaveLength(25)
  })

  it('may list nothing and still have skills: they are asked for by path (H17)', async () => {
    const source = sourceOf(await faulty('stdio', 'lists-nothing'))
    expect((await source.list()).skills).toStrictEqual([])
    expect(await source.get('refunds')).toMatchObject({ name: 'refunds' })
    expect(textOf(await source.read('refunds', 'references/guide.md'))).toBe('# Guide\n')
  })

  it('may point to skills in its instructions: those that it confirms are listed (H3)', async () => {
    const instructions =
      'Use skill://refunds/SKILL.md, or "skill://nope/SKILL.md"; see https://example.com/SKILL.md and skill://refunds/SKILL.md.'
    const source = sourceOf(await faulty('stdio', 'lists-nothing', { instructions }))
    expect((await source.list()).skills.map(({ skillPath }) => skillPath)).toStrictEqual(['refunds'])
    const capped = sourceOf(await faulty('stdio', 'lists-nothing', { instructions }), {
      limits: { mentions: 0 },
    })
    expect((await capped.list()).skills).toStrictEqual([])
  })

  it('may use another scheme and write URIs in its own way, and is asked by what it wrote', async () => {
    const source = sourceOf(await faulty('stdio', 'own-scheme'))
    const { skills } = await source.list()
    expect(skills.map(({ skillPath }) => skillPath)).toStrictEqual(['github:/Acme/skills/refunds'])
    expect(source.uriOf('github:/Acme/skills/refunds')).toBe('GitHub://Acme/skills/refunds/SKILL.md')
    expect(source.uriOf('github:/Acme/skills/refunds', 'Q&A.md')).toBe(
      'GitHub://Acme/skills/refunds/Q%26A.md',
    )
    expect(textOf(await source.read('github:/Acme/skills/refunds', 'Q&A.md'))).toBe('# Q&A\n')
    expect(await source.get('github:/Acme/skills/refunds', { fresh: true })).toMatchObject({
      name: 'refunds',
    })
  })

  it('is not asked by the extension if it does not declare it (H1)', async () => {
    const source = sourceOf(await faulty('stdio', 'declares-nothing'))
    expect(await source.list()).toStrictEqual({ skills: [], diagnostics: [] })
    expect(source.status()).toMatchObject({ state: 'ready', protocol: undefined, skills: 0 })
  })

  it('has no file fetched to list or get a skill (H18)', async () => {
    const source = sourceOf(await faulty('stdio', 'reads-never-answer'))
    expect((await source.list()).skills).toHaveLength(1)
    expect(await source.get('refunds', { fresh: true })).toBeDefined()
  })

  it('keeps the label that the host gave it, whatever it calls itself (H12, D23)', async () => {
    const source = sourceOf(await faulty('stdio', 'none'))
    await source.list()
    expect(JSON.stringify([source.label, source.status(), await source.list()])).not.toContain(
      'trusted-server',
    )
  })

  it('gives a file under the entry that the caller holds, also one that it has dropped since', async () => {
    const source = sourceOf(await faulty('stdio', 'none'))
    const entry = (await source.get('refunds'))!
    const held = {
      ...entry,
      files: [...(entry.files as []), { path: 'gone.md', size: 3, digest: digestOf(Buffer.from('x')) }],
    }
    await expect(source.read('refunds', 'gone.md', { held })).rejects.toMatchObject({
      code: 'VERIFICATION_FAILED',
    })
    expect(textOf(await source.read('refunds', 'references/guide.md', { held }))).toBe('# Guide\n')
    await expect(
      source.read('refunds', 'references/guide.md', { held: { ...entry, files: [] } }),
    ).rejects.toMatchObject({
      code: 'REFERENCE_NOT_FOUND',
    })
  })

  it('is asked again for an entry that its own bytes contradict', async () => {
    const source = sourceOf(await faulty('stdio', 'list-then-change', { after: 3 }), {
      limits: { minTtlMs: 60_000 },
    })
    await source.list()
    const before = (await source.get('refunds'))!
    await source.read('refunds', 'SKILL.md', { held: before })
    await source.read('refunds', 'SKILL.md', { held: before })
    const after = (await source.get('refunds'))!
    expect(after.files).not.toStrictEqual(before.files)
  })
})
