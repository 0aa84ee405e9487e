import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allowedToolsOf } from '../../src/skill/allowed-tools.ts'
import { conforms } from '../../src/skill/conforms.ts'
import { isModelInvocable } from '../../src/skill/invocable.ts'
import { parseSkill } from '../../src/skill/parse.ts'
import { parseSkillHead } from '../../src/skill/parse-head.ts'
import type { Parsed, SkillDocument } from '../../src/skill/types.ts'
import { truncate } from '../../src/text/truncate.ts'
import { visible } from '../../src/text/visible.ts'
import { formatSkillUri } from '../../src/uri/format.ts'
import { type Case, caseFixture, casesOf, unmetNeed } from '../case-fixture.ts'

/** Keys of `expected` that other layers answer for, or that `survival.test.ts` does in a process of its own. */
const ELSEWHERE = new Set([
  'catalogXmlContains',
  'catalogXmlNotContains',
  'catalogLines',
  'repeat',
  'processSurvives',
])

/** Expectations that docs/design.md decides otherwise, with the reason. */
const CHANGED: Record<string, Record<string, unknown>> = {}

interface Reading extends Parsed<SkillDocument> {
  codes: string[]
  milliseconds: number
}

/** How each key of `expected` is asserted. A key that is not here fails its case. */
const ASSERTIONS: Record<string, (reading: Reading, wanted: never) => void> = {
  loads: ({ skill }, wanted: boolean) => expect(skill !== undefined).toBe(wanted),
  error: ({ skill, diagnostics }, wanted: string) => {
    expect(skill).toBeUndefined()
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      wanted,
    ])
  },
  name: ({ skill }, wanted: string) => expect(skill!.name).toBe(wanted),
  description: ({ skill }, wanted: string) => expect(skill!.description.replace(/\n+$/, '')).toBe(wanted),
  frontmatter: ({ skill }, wanted: object) => expect(skill!.frontmatter).toStrictEqual(wanted),
  body: ({ skill }, wanted: string) => expect(skill!.body).toBe(wanted),
  bodyContains: ({ skill }, wanted: string) => expect(skill!.body).toContain(wanted),
  validateOk: ({ diagnostics }, wanted: boolean) => expect(conforms(diagnostics)).toBe(wanted),
  sepListable: ({ skill }, wanted: boolean) => expect(skill!.listable).toBe(wanted),
  diagnostics: ({ codes }, wanted: string[]) => expect(codes).toEqual(expect.arrayContaining(wanted)),
  diagnosticsExclude: ({ codes }, unwanted: string[]) => {
    for (const code of unwanted) expect(codes).not.toContain(code)
  },
  allowedTools: ({ skill }, wanted: string[]) => expect(allowedToolsOf(skill!.frontmatter)).toEqual(wanted),
  modelInvocable: ({ skill }, wanted: boolean) => expect(isModelInvocable(skill!.frontmatter)).toBe(wanted),
  uri: ({ skill }, wanted: string) => expect(formatSkillUri(skill!.name, 'SKILL.md')).toBe(wanted),
  maxMs: ({ milliseconds }, wanted: number) => expect(milliseconds).toBeLessThan(wanted),
  noPrototypePollution: (_reading, key: string) => expect(key in {}).toBe(false),
}

const cases = casesOf('frontmatter', 'name')

describe('the cases of SKILL.md files', () => {
  it.for(cases)('$id: $what', (row, { skip }) => {
    skip(unmetNeed(row) !== undefined, `needs ${unmetNeed(row)}`)
    const reading = readCase(row)
    for (const [key, wanted] of Object.entries({ ...row.expected, ...CHANGED[row.id] })) {
      if (ELSEWHERE.has(key)) continue
      expect(Object.hasOwn(ASSERTIONS, key), `there is no assertion for ${key}`).toBe(true)
      ASSERTIONS[key]!(reading, wanted as never)
    }
  })

  it.for(cases)('$id: the head alone reads the same', (row, { skip }) => {
    skip(unmetNeed(row) !== undefined, `needs ${unmetNeed(row)}`)
    const { bytes, at } = openCase(row)
    const { skill, diagnostics } = parseSkill(bytes, at)
    const head = parseSkillHead(bytes, { ...at, complete: true })!
    const { body: _body, ...headOfSkill } = skill ?? { body: '' }
    expect(head.skill ?? {}).toStrictEqual(headOfSkill)
    expect(diagnostics).toEqual(expect.arrayContaining(head.diagnostics))
  })

  it('has a row in the cases for every changed expectation', () => {
    expect(cases.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(CHANGED)))
  })
})

describe('the cases of text for one line', () => {
  it('B048: a cut never splits a character', () => {
    const { text, max } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../cases/B048/truncate.json'), 'utf8'),
    ) as { text: string; max: number }
    const cut = truncate(text, max)
    const row = casesOf('render').find(({ id }) => id === 'B048')
    expect({ output: cut, isWellFormed: cut.isWellFormed() }).toEqual(row!.expected)
  })

  it('B051: a description of two lines is shown on one', () => {
    const row = casesOf('frontmatter').find(({ id }) => id === 'B051')
    const description = visible(readCase(row!).skill!.description)
    expect(description.split(/\r|\n/)).toHaveLength(row!.expected['catalogLines'] as number)
  })
})

function readCase(row: Case): Reading {
  const { bytes, at } = openCase(row)
  const start = performance.now()
  const parsed = parseSkill(bytes, at)
  const milliseconds = performance.now() - start
  return { ...parsed, milliseconds, codes: parsed.diagnostics.map(({ code }) => code) }
}

function openCase(row: Case): { bytes: Uint8Array; at: { path: string; folderName: string } } {
  const fixture = caseFixture(row)
  try {
    const folder = existsSync(join(fixture.path, 'SKILL.md')) ? fixture.path : onlySkillIn(fixture.path)
    const folderName = basename(folder)
    return {
      bytes: readFileSync(join(folder, 'SKILL.md')),
      at: { path: `${folderName}/SKILL.md`, folderName },
    }
  } finally {
    fixture.remove()
  }
}

function onlySkillIn(root: string): string {
  const folders = readdirSync(root)
  expect(folders).toHaveLength(1)
  return join(root, folders[0]!)
}
