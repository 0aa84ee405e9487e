import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { SEVERITIES } from '../src/skill/diagnostic.ts'
import { LIMITS } from '../src/skill/limits.ts'

const DOCS = resolve(import.meta.dirname, '../docs')
const guide = readFileSync(resolve(DOCS, 'writing-skills.md'), 'utf8')

describe('docs/writing-skills.md', () => {
  const rows = [...guide.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| (\w+) \|/gm)].flatMap(
    ([, codes, severity]) => codes!.split(', ').map((code) => [code.slice(1, -1), severity!]),
  )

  it('explains many findings, each once', () => {
    const codes = rows.map(([code]) => code)
    expect(codes.length).toBeGreaterThan(40)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it.each(rows)('gives %s the severity that it has: %s', (code, severity) => {
    expect(SEVERITIES).toHaveProperty(code!, severity)
  })

  it('states the limits that hold', () => {
    expect(LIMITS.skillFiles).toBe(512)
    expect(LIMITS.skillBytes).toBe(16 * 1024 * 1024)
    expect(LIMITS.frontmatterBytes).toBe(64 * 1024)
    expect(guide).toContain('at most 512 files and 16 MiB')
    expect(guide).toContain('at most 64 KiB')
  })

  it('shows a frontmatter that obeys its own rules', () => {
    const [, yaml] = /^```markdown\n---\n(.*?)^---\n/ms.exec(guide)!
    expect(load(yaml!, { schema: CORE_SCHEMA })).toEqual({
      name: 'sql-safety',
      description: expect.stringContaining('Use on'),
      license: 'Apache-2.0',
      compatibility: 'Reads files only',
      metadata: { version: '1.0' },
      'allowed-tools': 'Read Grep Glob',
    })
  })

  it('names only examples that exist', () => {
    const named = [...guide.matchAll(/\(`([a-z-]+(?:\/[a-z-]+)?)`(?:, `([a-z-]+)`)?[ )]/g)].flatMap((match) =>
      match.slice(1),
    )
    const skills = [...new Set(named)].filter((name) => name !== undefined)
    expect(skills.length).toBeGreaterThan(5)
    expect(
      skills.filter((skill) => !existsSync(resolve(DOCS, '../examples/skills', skill, 'SKILL.md'))),
    ).toEqual([])
  })
})
