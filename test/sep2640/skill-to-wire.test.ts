import { describe, expect, it } from 'vitest'
import { skillFromWire } from '../../src/sep2640/skill-from-wire.ts'
import { skillToWire } from '../../src/sep2640/skill-to-wire.ts'

const DIGEST = `sha256:${'a'.repeat(64)}`

describe('an entry that Skillway sends', () => {
  it('has the URIs of its path in the catalog, and all else as the source gave it (S11, S16)', () => {
    const files = ['SKILL.md', 'a b/c%d.md', 'Q&A.md'].map((path, size) => ({ path, size, digest: DIGEST }))
    const frontmatter = { name: 'refunds', description: 'd', metadata: { x: 1 } }
    expect(skillToWire({ path: 'docs/my billing/refunds', frontmatter, files })).toStrictEqual({
      uri: 'skill://docs/my%20billing/refunds/SKILL.md',
      frontmatter,
      resources: [
        { uri: 'skill://docs/my%20billing/refunds/SKILL.md', digest: DIGEST, size: 0 },
        { uri: 'skill://docs/my%20billing/refunds/a%20b/c%25d.md', digest: DIGEST, size: 1 },
        { uri: 'skill://docs/my%20billing/refunds/Q&A.md', digest: DIGEST, size: 2 },
      ],
    })
  })

  it('says dynamic where there are no digests (S14)', () => {
    const wire = skillToWire({ path: 'x', frontmatter: { name: 'x', description: 'd' }, files: 'dynamic' })
    expect(wire.resources).toBe('dynamic')
  })

  it('is read back as the same skill', () => {
    const files = ['SKILL.md', 'z', 'ä/ö.md', '%41', '#?.md'].map((path, size) => ({
      path,
      size,
      digest: DIGEST,
    }))
    const wire = skillToWire({
      path: 'github:/o/x',
      frontmatter: { name: 'x', description: 'd' },
      files: files.slice(0, 1),
    })
    expect(wire.uri).toBe('skill://github%3A/o/x/SKILL.md')
    const plain = skillToWire({
      path: 'docs/github:/o/x',
      frontmatter: { name: 'x', description: 'd' },
      files,
    })
    const read = skillFromWire(JSON.parse(JSON.stringify(plain)))
    expect('skill' in read && read.skill.skillPath).toBe('docs/github:/o/x')
    expect('skill' in read && new Set(read.skill.files as typeof files)).toStrictEqual(new Set(files))
  })
})
