import { describe, expect, it } from 'vitest'
import { digestOf } from '../../src/skill/digest.ts'
import { verified } from '../../src/trust/verified.ts'
import { titled } from '../titled.ts'
import { filesOf, outcomeOf, REFUNDS, skillFile, upstream, type Upstream, withFile } from './upstream.ts'

const SKILL_MD = Buffer.from(REFUNDS['SKILL.md']!)

describe('a verified source (H19, H20)', () => {
  it('gives every file that its entry promises, as it is', async () => {
    const source = verified(upstream())
    for (const [path, content] of Object.entries(REFUNDS)) {
      expect(Buffer.from(await source.read('refunds', path)).toString()).toBe(content)
    }
  })

  it('stays an MCP source of the same label and endpoint (H47)', () => {
    const { label, kind, endpoint } = verified(upstream())
    expect({ label, kind, endpoint }).toEqual({
      label: 'docs',
      kind: 'mcp',
      endpoint: 'https://docs.example/mcp',
    })
  })

  it.each(
    titled<{ title: string; lie: (source: Upstream) => void; file?: string }>([
      {
        title: 'D1: the digest is that of other bytes',
        lie(source) {
          source.entryLie = (entry) => withFile(entry, 'SKILL.md', { digest: digestOf(Buffer.from('x')) })
        },
      },
      {
        title: 'D1: the bytes are others of the same length',
        lie(source) {
          source.readLie = (bytes) => Buffer.from(bytes).fill(0x61, bytes.length - 4)
        },
      },
      {
        title: 'D2: the size is one more, with the right digest',
        lie(source) {
          source.entryLie = (entry) => withFile(entry, 'SKILL.md', { size: SKILL_MD.length + 1 })
        },
      },
      {
        title: 'D2: the size is one less, with the right digest',
        lie(source) {
          source.entryLie = (entry) => withFile(entry, 'SKILL.md', { size: SKILL_MD.length - 1 })
        },
      },
      {
        title: 'D3: the digest is in upper case',
        lie(source) {
          source.entryLie = (entry) =>
            withFile(entry, 'SKILL.md', { digest: `sha256:${digestOf(SKILL_MD).slice(7).toUpperCase()}` })
        },
      },
      {
        title: 'D3: the digest is cut short',
        lie(source) {
          source.entryLie = (entry) =>
            withFile(entry, 'SKILL.md', { digest: digestOf(SKILL_MD).slice(0, -1) })
        },
      },
      {
        title: 'D3: the digest is of another kind',
        lie(source) {
          source.entryLie = (entry) => withFile(entry, 'SKILL.md', { digest: `sha512:${'0'.repeat(128)}` })
        },
      },
      {
        title: 'D4, H21: the description in the listing is another than in the file',
        lie(source) {
          source.entryLie = (entry) => ({
            ...entry,
            frontmatter: { ...entry.frontmatter, description: 'Harmless.' },
          })
        },
      },
      {
        title: 'D4, H21: the listing leaves a field of the file out',
        lie(source) {
          source.skills = { refunds: { ...REFUNDS, 'SKILL.md': skillFile('refunds', 'hooks: {Stop: rm}\n') } }
          source.entryLie = (entry) => ({
            ...entry,
            frontmatter: { name: entry.frontmatter['name']!, description: entry.frontmatter['description']! },
          })
        },
      },
      {
        title: 'D5, H21: the listing alone has allowed-tools',
        lie(source) {
          source.entryLie = (entry) => ({
            ...entry,
            frontmatter: { ...entry.frontmatter, 'allowed-tools': 'Bash(*)' },
          })
        },
      },
      {
        title: 'H21: the listing says 1 where the file says "1"',
        lie(source) {
          source.skills = {
            refunds: { ...REFUNDS, 'SKILL.md': skillFile('refunds', 'metadata: {v: "1"}\n') },
          }
          source.entryLie = (entry) => ({
            ...entry,
            frontmatter: { ...entry.frontmatter, metadata: { v: 1 } },
          })
        },
      },
      {
        title: 'H21: the file has no frontmatter although its digest is right',
        lie(source) {
          const bytes = Buffer.from('Just text.\n')
          source.readLie = () => bytes
          source.entryLie = (entry) =>
            withFile(entry, 'SKILL.md', { size: bytes.length, digest: digestOf(bytes) })
        },
      },
      {
        title: 'D11: the entry does not list its own SKILL.md',
        lie(source) {
          source.entryLie = (entry) => ({
            ...entry,
            files: filesOf(entry).filter(({ path }) => path !== 'SKILL.md'),
          })
        },
      },
      {
        title: 'D11: the entry lists a file twice',
        lie(source) {
          source.entryLie = (entry) => ({ ...entry, files: [...entry.files, ...entry.files] as never })
        },
      },
      {
        title: 'D11: the entry lists a Skill.md twin',
        lie(source) {
          source.skills = { refunds: { ...REFUNDS, 'Skill.md': 'Other.\n' } }
        },
      },
      {
        title: 'D11: the entry lists two files that are one in another Unicode form',
        lie(source) {
          source.skills = { refunds: { ...REFUNDS, 'caf\u00e9.md': 'a', 'cafe\u0301.md': 'b' } }
        },
      },
      {
        title: 'D14: the entry lists 513 files',
        lie(source) {
          const many = Object.fromEntries(Array.from({ length: 510 }, (_, n) => [`f${n}.md`, '']))
          source.skills = { refunds: { ...REFUNDS, ...many } }
        },
      },
    ]),
  )('refuses when %s', async (_, { lie }) => {
    const source = upstream()
    lie(source)
    expect(await outcomeOf(verified(source).read('refunds', 'SKILL.md'))).toBe('VERIFICATION_FAILED')
  })

  it('loads exactly 512 files (D14)', async () => {
    const many = Object.fromEntries(Array.from({ length: 509 }, (_, n) => [`f${n}.md`, '']))
    const source = verified(upstream({ refunds: { ...REFUNDS, ...many } }))
    expect((await source.get('refunds'))!.files).toHaveLength(512)
    await source.read('refunds', 'SKILL.md')
  })

  it('names the skill, the file and the field, and says what to do', async () => {
    const source = upstream()
    source.entryLie = (entry) => ({
      ...entry,
      frontmatter: { ...entry.frontmatter, 'allowed-tools': 'Bash' },
    })
    await expect(verified(source).read('refunds', 'SKILL.md')).rejects.toMatchObject({
      message:
        "File 'SKILL.md' in skill 'refunds' was refused: the field 'allowed-tools' of its frontmatter is not what its entry says",
      hint: expect.stringContaining('Load the skill again'),
    })
  })

  it('D6: refuses bytes that rotate on the second read, and gives them again when they are back', async () => {
    const source = upstream()
    source.readLie = (bytes, _, count) => (count === 1 || count > 3 ? bytes : Buffer.from('Rotated.\n'))
    const safe = verified(source)
    expect(await outcomeOf(safe.read('refunds', 'references/guide.md'))).toBe('The guide.\n')
    expect(await outcomeOf(safe.read('refunds', 'references/guide.md'))).toBe('VERIFICATION_FAILED')
    expect(await outcomeOf(safe.read('refunds', 'references/guide.md'))).toBe('The guide.\n')
  })

  it('one bad entry does not touch another skill of the source', async () => {
    const source = upstream({ refunds: REFUNDS, billing: { 'SKILL.md': skillFile('billing') } })
    source.entryLie = (entry) =>
      entry.skillPath === 'refunds' ? withFile(entry, 'SKILL.md', { digest: 'x' }) : entry
    const safe = verified(source)
    expect(await outcomeOf(safe.read('refunds', 'SKILL.md'))).toBe('VERIFICATION_FAILED')
    expect(await outcomeOf(safe.read('billing', 'SKILL.md'))).toBe(skillFile('billing'))
  })
})

describe('a dynamic skill', () => {
  it('passes unchecked, and says that it is', async () => {
    const source = verified(dynamic())
    expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('The guide.\n')
    expect((await source.get('refunds'))!.diagnostics).toEqual([
      expect.objectContaining({ code: 'UNVERIFIABLE', severity: 'warning' }),
    ])
  })

  it('still has its frontmatter compared (H21)', async () => {
    const source = dynamic()
    source.entryLie = (entry) => ({
      ...entry,
      files: 'dynamic',
      frontmatter: { ...entry.frontmatter, 'allowed-tools': 'Bash(*)' },
    })
    expect(await outcomeOf(verified(source).read('refunds', 'SKILL.md'))).toBe('VERIFICATION_FAILED')
  })

  it('has files of 16 MiB at the most', async () => {
    const source = dynamic()
    source.readLie = () => Buffer.alloc(16 * 1024 * 1024 + 1)
    expect(await outcomeOf(verified(source).read('refunds', 'references/guide.md'))).toBe('TOO_LARGE')
  })
})

describe('a skill that is not there', () => {
  it('is told apart from one that fails', async () => {
    const source = verified(upstream())
    expect(await source.get('other')).toBeUndefined()
    expect(await outcomeOf(source.read('other', 'SKILL.md'))).toBe('SKILL_NOT_FOUND')
  })

  it('H18: nothing is read by listing or asking for an entry', async () => {
    const source = upstream()
    const safe = verified(source)
    await safe.list()
    await safe.get('refunds')
    expect(source.calls).toEqual(['get refunds'])
  })
})

function dynamic(): Upstream {
  const source = upstream()
  source.entryLie = (entry) => ({ ...entry, files: 'dynamic' })
  return source
}
