import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { CORE_SCHEMA, dump, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { parseBelow, parseSkill } from '../../src/skill/parse.ts'
import { parseSkillHead } from '../../src/skill/parse-head.ts'
import type { Parsed } from '../../src/skill/types.ts'
import { AT, bytesOf, parseText, withFields, withFrontmatter } from './skill-text.ts'

/** Text as YAML can hold it: no control characters, no halves of surrogate pairs. */
const text = fc
  .string({ unit: fc.constantFrom(...'abz019 -_:#\'"[]{}&*!|>%@`,\\/?\n\t~=äи表🚀\u200d') })
  .map((value) => value.toWellFormed())
const key = fc.stringMatching(/^[a-z][a-z0-9_. :#-]{0,12}$/)
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('true', 'no', '~', '0x1f', '1e3', '2024-01-02', '.inf', '- a', 'a: b', ' x '),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
const fields = fc.dictionary(
  key.filter((name) => name !== 'name' && name !== 'description'),
  value,
  { maxKeys: 6, noNullPrototype: true },
)

/** What a mutation puts in. */
const PIECES = [
  ...'\n \t\r:#-"\'[]{},|>%@`\\?~\u0000\u001b\u2028\ufeff',
  ': ',
  ' #',
  '- ',
  '---',
  '&a',
  '*a',
  '!x',
  '!!str ',
  '? ',
  '<<: *a',
  '__proto__',
  '\n...\n',
  '.nan',
]

describe('a generated frontmatter', () => {
  it('reads as it was written, whatever the style', () => {
    const options = fc.record({
      indent: fc.integer({ min: 1, max: 4 }),
      lineWidth: fc.constantFrom(-1, 20, 80),
      flowLevel: fc.constantFrom(-1, 1, 2),
      quoteStyle: fc.constantFrom('single' as const, 'double' as const),
      forceQuotes: fc.boolean(),
    })
    fc.assert(
      fc.property(fields, options, (more, style) => {
        const frontmatter = { name: 'alpha', description: 'One thing.', ...more }
        const { skill } = parseText(
          `---\n${dump(frontmatter, { schema: CORE_SCHEMA, noRefs: true, ...style })}---\nBody\n`,
        )
        expect(skill?.frontmatter).toStrictEqual(frontmatter)
        expect(skill?.body).toBe('Body\n')
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same head from any cut that holds it', () => {
    const before = fc.constantFrom('', '\ufeff', '\n\n', '<!-- ü -->\n', '<!--\n\n-->\n')
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(fields, before, lineEnd, fc.string({ maxLength: 8 }), (more, start, end, body) => {
        const frontmatter = { name: 'alpha', description: 'Ünë thing 🚀.', ...more }
        const head = `---\n${dump(frontmatter, { schema: CORE_SCHEMA, noRefs: true })}---\n`.replaceAll(
          '\n',
          end,
        )
        expect(differingCut(bytesOf(start + head + body + end + 'x'.repeat(8)))).toBeUndefined()
      }),
      { numRuns: 40 },
    )
  })
})

describe('arbitrary input', () => {
  it('random bytes never throw, and give a skill or an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, fenced) => {
        const whole = fenced ? Uint8Array.of(...bytesOf('---\n'), ...bytes, ...bytesOf('\n---\n')) : bytes
        expect(faultIn(parseSkill(whole, AT))).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('mutations of frontmatter never throw, and give a skill or an error', () => {
    fc.assert(
      fc.property(mutated(), (mutation) => {
        expect(faultIn(parseText(mutation))).toBeUndefined()
      }),
      { numRuns: 2000 },
    )
  })

  it('mutations give the same head from any cut that decides it', () => {
    fc.assert(
      fc.property(mutated(), (mutation) => {
        expect(differingCut(bytesOf(mutation))).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  })
})

describe('a repair', () => {
  it('leaves every other field as it reads alone', () => {
    const broken = fc.constantFrom(
      'when: Use: always',
      'when: "Fast" builds',
      'when: [a] [b: c]',
      'when: !important note',
      'when: @team',
      'when: `code` here',
      'when: a\n  b: c\n  d',
      'when: [a,\n  b\n]',
      'when: "C:\\dev"',
    )
    fc.assert(
      fc.property(fields, broken, fc.nat(8), (more, line, at) => {
        const lines = Object.entries(more).map(([name, own]) =>
          dump({ [name]: own }, { schema: CORE_SCHEMA, noRefs: true }).slice(0, -1),
        )
        fc.pre(!Object.hasOwn(more, 'when') && !lines.some((own) => own.endsWith('\n...')))
        const written = ['name: alpha', 'description: One thing.', ...lines]
        written.splice(at, 0, line)
        const { skill, diagnostics } = parseText(withFrontmatter(...written))
        const { when, ...others } = skill!.frontmatter
        expect(when).toBeDefined()
        expect(others).toStrictEqual({ name: 'alpha', description: 'One thing.', ...more })
        expect(diagnostics.map(({ code }) => code)).toContain('YAML_RECOVERED')
        expect(skill!.listable).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('is never made of what YAML reads', () => {
    fc.assert(
      fc.property(mutated(), (mutation) => {
        const { skill, diagnostics } = parseText(mutation)
        const yaml = /^---\n([^]*?\n)---\n/.exec(mutation)?.[1]
        if (
          skill === undefined ||
          yaml === undefined ||
          diagnostics.some(({ code }) => code === 'YAML_RECOVERED')
        )
          return
        if (diagnostics.some(({ code }) => code === 'FRONTMATTER_KEY_REFUSED')) return
        expect(skill.frontmatter).toEqual(load(yaml))
      }),
      { numRuns: 500 },
    )
  })
})

/** Frontmatter of the cases, and others, with a few characters put in, taken out or doubled. */
function mutated(): fc.Arbitrary<string> {
  const seeds = [
    withFields('allowed-tools: Read Grep', 'metadata:', '  author: me', '  tags: [a, {b: c}]'),
    withFields('license: >-', '  folded', '  text', '', 'compatibility: "a\\tb" # note'),
    withFrontmatter('name: &n alpha', 'description: *n', 'list:', '  - a', '  - b: c', "    d: 'e'"),
  ]
  const piece = fc.constantFrom(...PIECES)
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(4), piece })
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 6 }))
    .map(([seed, edits]) =>
      edits.reduce((current, { at, cut, piece: added }) => {
        const index = Math.floor(at * current.length)
        return current.slice(0, index) + added + current.slice(index + cut)
      }, seed),
    )
}

/** What is wrong with a verdict: a skill beside an error, neither, or a message that is not plain text. */
function faultIn({ skill, diagnostics }: Parsed<unknown>): unknown {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0 !== (skill === undefined)) return { skill, errors }
  return diagnostics.find(
    ({ message, hint, line }) =>
      /[\u0000-\u001f\u007f-\u009f]|undefined|\[object/.test(`${message}${hint}`) || (line ?? 1) < 1,
  )
}

/**
 * The first cut that gives another head than the whole file, or none although a shorter one gave it, or whose head gives
 * another skill with the rest of the file; `undefined` where there is none.
 */
function differingCut(bytes: Uint8Array): unknown {
  const headFrom = (end: number, complete = false) =>
    parseSkillHead(bytes.subarray(0, end), { ...AT, complete })
  const whole = headFrom(bytes.length, true)!
  const skill = parseSkill(bytes, AT)
  let decided = false
  for (let end = 0; end <= bytes.length; end++) {
    const head = headFrom(end)
    if (head === undefined && !decided) continue
    decided = true
    const isSame =
      head !== undefined &&
      isDeepStrictEqual([head.skill, head.diagnostics], [whole.skill, whole.diagnostics]) &&
      (head.skill === undefined || isDeepStrictEqual(parseBelow(head, bytes, AT), skill))
    if (!isSame) return { end, head, whole, skill }
  }
  return undefined
}
