import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import * as fc from 'fast-check'
import { CORE_SCHEMA, dump } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { parseSkill } from '../../src/skill/parse.ts'
import { caseFixture, casesOf } from '../case-fixture.ts'
import { bytesOf } from './skill-text.ts'

/** Listable files that the official SDK's reader, which knows a part of YAML, refuses; it reads none differently. */
const REFUSED_BY_SDK: Record<string, string> = {
  B007: 'an indentation indicator in a block scalar',
  B029: 'metadata that is not all texts',
  B030a: 'metadata that is a text',
  B030b: 'metadata that is null',
  B047: 'a description over 1,024 characters',
  B054: 'compatibility that is a list',
  B066: 'blanks behind the opening hyphens',
}

const listed = casesOf('frontmatter').filter(({ expected }) => expected['loads'] === true)

describe('what is listable reads the same in the official SDK', () => {
  it.for(listed)('$id: $what', async (row, { skip }) => {
    const fixture = caseFixture(row)
    const bytes = readFileSync(join(fixture.path, 'SKILL.md'))
    fixture.remove()
    const { skill } = parseSkill(bytes, { path: 'SKILL.md', folderName: basename(row.path) })
    skip(!skill!.listable, 'not listable')
    const expected = row.id in REFUSED_BY_SDK ? undefined : skill!.frontmatter
    expect(await sdkFrontmatter(bytes, skill!.name)).toStrictEqual(expected)
  })

  it('whatever the fields are, as long as the SDK reads them at all', async () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab0 -:#\'"[]{}&*!|>%@`,\\\n~ä🚀') }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('no', '0x1F', '1e3', '2024-01-02', ' a', 'a #b', 'a: b'),
      fc.array(fc.constantFrom('a', 'b c', 1, true)),
    )
    const fields = fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,8}$/), value, {
      maxKeys: 5,
      noNullPrototype: true,
    })
    let read = 0
    await fc.assert(
      fc.asyncProperty(fields, async (more) => {
        const given = { ...more, name: 'alpha', description: 'One thing.' }
        const text = `---\n${dump(given, { schema: CORE_SCHEMA })}---\nBody\n`
        const { skill } = parseSkill(bytesOf(text), { path: 'SKILL.md' })
        expect(skill!.listable).toBe(true)
        const frontmatter = await sdkFrontmatter(bytesOf(text), 'alpha')
        if (frontmatter === undefined) return
        read++
        expect(frontmatter).toStrictEqual(skill!.frontmatter)
      }),
      { numRuns: 200 },
    )
    expect(read).toBeGreaterThan(100)
  })
})

/** The frontmatter as the SDK's own reader sees it; `undefined` where it refuses the file. */
async function sdkFrontmatter(bytes: Uint8Array, name: string): Promise<object | undefined> {
  try {
    return (await skillEntry(name, { 'SKILL.md': bytes })).frontmatter
  } catch {
    return undefined
  }
}
