import { describe, expect, it } from 'vitest'
import { type ReceivedSkill, skillFromWire } from '../../src/sep2640/skill-from-wire.ts'
import { titled } from '../titled.ts'

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`
const MEBIBYTE = 1024 * 1024

function file(path: string, more: object = {}) {
  return { uri: `skill://refunds/${path}`, digest: DIGEST, size: 10, ...more }
}

function entry(more: object = {}) {
  return {
    uri: 'skill://refunds/SKILL.md',
    frontmatter: { name: 'refunds', description: 'About refunds.' },
    resources: [file('SKILL.md')],
    ...more,
  }
}

function received(value: unknown): ReceivedSkill {
  const result = skillFromWire(value)
  if (!('skill' in result)) throw new Error(result.problem)
  return result.skill
}

const numbered = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => file(`f${index}`, more))

describe('an entry that a server sent', () => {
  it('gives the path, the files sorted by path, and every field of the frontmatter as it is', () => {
    const frontmatter = {
      name: 'refunds',
      description: 'About refunds.',
      metadata: {
        'io.modelcontextprotocol/x': 1,
        list: [true, null, 1.5, { constructor: { prototype: 1 } }],
      },
      'allowed-tools': 'Bash(*)',
    }
    const skill = received(
      entry({ frontmatter, resources: [file('b.md'), file('SKILL.md'), file('a%20b.md')] }),
    )
    expect(skill.skillPath).toBe('refunds')
    expect(skill.frontmatter).toStrictEqual(frontmatter)
    expect(skill.files).toStrictEqual([
      { path: 'SKILL.md', size: 10, digest: DIGEST },
      { path: 'a b.md', size: 10, digest: DIGEST },
      { path: 'b.md', size: 10, digest: DIGEST },
    ])
  })

  it('keeps how the server writes a URI that can be written in two ways', () => {
    const skill = received(entry({ resources: [file('SKILL.md'), file('Q%26A.md'), file('plain.md')] }))
    expect([...skill.spelled]).toStrictEqual([['Q&A.md', 'skill://refunds/Q%26A.md']])
  })

  it('takes any scheme, because none is privileged', () => {
    const uri = 'github://acme/skills/refunds/SKILL.md'
    const skill = received(entry({ uri, resources: [{ uri, digest: DIGEST, size: 1 }] }))
    expect(skill).toMatchObject({ uri, skillPath: 'github:/acme/skills/refunds' })
  })

  it("keeps 'dynamic' as it is", () => {
    expect(received(entry({ resources: 'dynamic' })).files).toBe('dynamic')
  })

  it.each([
    ['H14 512 files', [file('SKILL.md'), ...numbered(511)]],
    ['H14 exactly 16 MiB', [file('SKILL.md', { size: 0 }), file('a', { size: 16 * MEBIBYTE })]],
    ['a file of no bytes', [file('SKILL.md', { size: 0 })]],
    ['files of a nested skill', [file('SKILL.md'), file('inner/SKILL.md'), file('inner/a.md')]],
  ])('is accepted with %s', (_, resources) => {
    expect(received(entry({ resources })).files).toHaveLength(resources.length)
  })

  const refused = titled([
    {
      title: 'D11 without its own SKILL.md',
      value: entry({ resources: [file('a.md')] }),
      why: 'its own SKILL.md',
    },
    {
      title: 'D11 with a file twice',
      value: entry({ resources: [file('SKILL.md'), file('SKILL.md')] }),
      why: 'twice',
    },
    {
      title: 'D11 with a percent twin',
      value: entry({ resources: [file('SKILL.md'), file('%53KILL.md')] }),
      why: 'twice',
    },
    {
      title: 'D11 with Skill.md beside SKILL.md',
      value: entry({ resources: [file('SKILL.md'), file('Skill.md')] }),
      why: 'both',
    },
    {
      title: 'A22 with NFC and NFD twins',
      value: entry({ resources: [file('SKILL.md'), file('%C3%A9'), file('e%CC%81')] }),
      why: 'both',
    },
    {
      title: "D11 with another skill's file",
      value: entry({ resources: [file('SKILL.md'), { ...file('x'), uri: 'skill://other/x' }] }),
      why: 'outside',
    },
    {
      title: 'D11 with a file of a folder whose name begins alike',
      value: entry({ resources: [file('SKILL.md'), { ...file('x'), uri: 'skill://refunds-2/x' }] }),
      why: 'outside',
    },
    {
      title: 'D11 with the folder itself as a file',
      value: entry({ resources: [file('SKILL.md'), { ...file('x'), uri: 'skill://refunds' }] }),
      why: 'outside',
    },
    {
      title: 'D19 with a file of the host',
      value: entry({ resources: [file('SKILL.md'), { ...file('x'), uri: 'file:///etc/passwd' }] }),
      why: 'empty segment',
    },
    {
      title: 'with an encoded way out',
      value: entry({ resources: [file('SKILL.md'), file('..%2f..%2fetc%2fpasswd')] }),
      why: 'Path traversal',
    },
    {
      title: 'with the same path under another scheme',
      value: entry({ resources: [file('SKILL.md'), { ...file('x'), uri: 'github://refunds/x' }] }),
      why: 'outside',
    },
    { title: 'D12 H13 without resources', value: entry({ resources: undefined }), why: 'neither' },
    { title: 'D12 H13 with null for resources', value: entry({ resources: null }), why: 'neither' },
    { title: "D12 H13 with 'Dynamic'", value: entry({ resources: 'Dynamic' }), why: 'neither' },
    { title: 'D12 H13 with {} for resources', value: entry({ resources: {} }), why: 'neither' },
    { title: 'with no file at all', value: entry({ resources: [] }), why: 'its own SKILL.md' },
    {
      title: 'with a resource that is no object',
      value: entry({ resources: [file('SKILL.md'), 'a.md'] }),
      why: 'not an object',
    },
    {
      title: 'with a resource without a URI',
      value: entry({ resources: [{ digest: DIGEST, size: 1 }] }),
      why: 'no uri',
    },
    {
      title: 'D3 with a digest in capitals',
      value: entry({ resources: [file('SKILL.md', { digest: DIGEST.toUpperCase() })] }),
      why: 'digest',
    },
    {
      title: 'D3 with a SHA-512 digest',
      value: entry({ resources: [file('SKILL.md', { digest: `sha512:${'a'.repeat(128)}` })] }),
      why: 'digest',
    },
    {
      title: 'D3 with a short digest',
      value: entry({ resources: [file('SKILL.md', { digest: 'sha256:abc' })] }),
      why: 'digest',
    },
    {
      title: 'D3 without a digest',
      value: entry({ resources: [file('SKILL.md', { digest: undefined })] }),
      why: 'digest',
    },
    {
      title: 'with a negative size',
      value: entry({ resources: [file('SKILL.md', { size: -1 })] }),
      why: 'size',
    },
    {
      title: 'with a fractional size',
      value: entry({ resources: [file('SKILL.md', { size: 1.5 })] }),
      why: 'size',
    },
    {
      title: 'with a size as text',
      value: entry({ resources: [file('SKILL.md', { size: '10' })] }),
      why: 'size',
    },
    {
      title: 'with a size that no number holds',
      value: entry({ resources: [file('SKILL.md', { size: 1e300 })] }),
      why: 'bytes',
    },
    {
      title: 'D14 H15 with 513 files',
      value: entry({ resources: [file('SKILL.md'), ...numbered(512)] }),
      why: '513 files, more than 512',
    },
    {
      title: 'D14 H15 with 16 MiB and a byte',
      value: entry({ resources: [file('SKILL.md', { size: 1 }), file('a', { size: 16 * MEBIBYTE })] }),
      why: '16777217 bytes, more than 16777216',
    },
    { title: 'without a URI', value: entry({ uri: undefined }), why: 'no uri' },
    { title: 'with the URI of a folder', value: entry({ uri: 'skill://refunds' }), why: 'SKILL.md' },
    { title: 'with a SKILL.md in no folder', value: entry({ uri: 'skill://SKILL.md' }), why: 'SKILL.md' },
    { title: 'with a query in its URI', value: entry({ uri: 'skill://refunds/SKILL.md?v=1' }), why: 'query' },
    { title: 'without a frontmatter', value: entry({ frontmatter: undefined }), why: 'frontmatter' },
    { title: 'with a list for a frontmatter', value: entry({ frontmatter: [] }), why: 'frontmatter' },
    { title: 'without a name', value: entry({ frontmatter: { description: 'd' } }), why: 'no name' },
    {
      title: 'with a number for a name',
      value: entry({ frontmatter: { name: 1, description: 'd' } }),
      why: 'no name',
    },
    {
      title: 'with an empty description',
      value: entry({ frontmatter: { name: 'refunds', description: ' ' } }),
      why: 'no description',
    },
    {
      title: 'C7 with __proto__ in its frontmatter',
      value: entry({
        frontmatter: JSON.parse('{"name":"refunds","description":"d","m":{"__proto__":{"x":1}}}'),
      }),
      why: '__proto__',
    },
    {
      title: 'with half a surrogate pair',
      value: entry({ frontmatter: { name: 'refunds', description: 'd\ud800' } }),
      why: 'Unicode',
    },
    {
      title: 'C11 with an infinite number',
      value: entry({ frontmatter: { name: 'refunds', description: 'd', n: JSON.parse('1e999') } }),
      why: 'infinite',
    },
    {
      title: 'C4 with a frontmatter of 20,000 levels',
      value: entry({ frontmatter: { name: 'refunds', description: 'd', deep: deep(20_000) } }),
      why: 'deeper',
    },
    {
      title: 'C6 with a frontmatter of 2 MiB',
      value: entry({ frontmatter: { name: 'refunds', description: 'x'.repeat(2 * MEBIBYTE) } }),
      why: 'larger',
    },
    {
      title: 'C5 with 200,000 keys',
      value: entry({
        frontmatter: { name: 'refunds', description: 'd', keys: Array.from({ length: 200_000 }) },
      }),
      why: 'larger',
    },
    { title: 'that is null', value: null, why: 'not an object' },
    { title: 'that is a text', value: 'skill', why: 'not an object' },
    { title: 'that is a list', value: [entry()], why: 'not an object' },
  ])

  it.each(refused)('is refused %s', (_, { value, why }) => {
    expect(skillFromWire(value)).toMatchObject({ problem: expect.stringContaining(why) as string })
  })

  it('is refused in a short sentence, whatever it holds', () => {
    const uri = `skill://refunds/${'\u001b[2J'.repeat(100_000)}`
    const result = skillFromWire(entry({ resources: [file('SKILL.md'), { ...file('x'), uri }] }))
    expect('problem' in result && result.problem.length).toBeLessThan(2500)
    expect('problem' in result && result.problem).not.toContain('\u001b')
  })
})

function deep(levels: number): unknown {
  let value: unknown = 'end'
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
