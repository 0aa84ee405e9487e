import { describe, expect, it } from 'vitest'
import { digestOf } from '../../src/skill/digest.ts'
import type { SkillEntry } from '../../src/sources/types.ts'
import { seenEntries } from '../../src/trust/seen-entries.ts'

function entryOf(skillPath: string, content: string): SkillEntry {
  const head = { name: 'x', description: 'x' }
  const bytes = Buffer.from(content)
  return {
    ...head,
    skillPath,
    frontmatter: head,
    form: 'frontmatter',
    listable: true,
    files: [{ path: 'SKILL.md', size: bytes.length, digest: digestOf(bytes) }],
    diagnostics: [],
  }
}

describe('what is remembered of entries that were shown', () => {
  it('is known again, and another content of the same skill is new', () => {
    const seen = seenEntries()
    expect(seen.noteEntry(entryOf('a', 'one'))).toBe(false)
    expect(seen.noteEntry(entryOf('a', 'two'))).toBe(false)
    expect(seen.noteEntry(entryOf('a', 'one'))).toBe(true)
    expect(seen.noteEntry(entryOf('b', 'one'))).toBe(false)
  })

  it('is bounded, and of two skills the one that was shown longer ago is forgotten', () => {
    const seen = seenEntries()
    seen.noteEntry(entryOf('first', 'one'))
    seen.noteEntry(entryOf('second', 'one'))
    const entry = entryOf('', 'one')
    for (let index = 0; index < 19_998; index++) seen.noteEntry({ ...entry, skillPath: `p${index}` })
    expect(seen.noteEntry(entryOf('first', 'one'))).toBe(true)
    seen.noteEntry({ ...entry, skillPath: 'one-more' })
    expect(seen.noteEntry(entryOf('first', 'one'))).toBe(true)
    expect(seen.noteEntry(entryOf('second', 'one'))).toBe(false)
  })
})
