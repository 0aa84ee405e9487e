import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SkillwayError } from '../../src/errors.ts'
import { substituteArguments, type ArgumentInput } from '../../src/skill/arguments.ts'
import { cpuTime } from '../cpu-time.ts'

const MIB = 1024 * 1024

describe('substituteArguments', () => {
  const part = fc.constantFrom(
    '$1',
    '$2',
    '$3',
    '$10',
    '$@',
    '$ARGUMENTS',
    '$ARGUMENTS[0]',
    '$$',
    '$',
    '\\',
    '$1,000',
    '`',
    '```\n',
    '\n',
    ' ',
    'a',
    '0',
    '$&',
  )
  const body = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
  const dialect = fc.constantFrom('bash', 'claude')
  const given = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(' '))

  it('changes nothing at all without arguments', () => {
    fc.assert(
      fc.property(body, dialect, fc.boolean(), (text, kind, declared) => {
        const result = substituteArguments(text, { arguments: undefined, dialect: kind, declared })
        expect(result).toEqual({ text, diagnostics: [] })
      }),
    )
  })

  it('looks at nothing twice: what is put in counts as little as any other word', () => {
    const hostile = fc.array(
      part.filter((text) => !/\s/.test(text)),
      { minLength: 3, maxLength: 3 },
    )
    fc.assert(
      fc.property(body, hostile, dialect, (text, words, kind) => {
        const markers = ['\u{f0001}', '\u{f0002}', '\u{f0003}']
        const input = { dialect: kind, declared: true }
        const marked = substituteArguments(text, { ...input, arguments: markers.join(' ') }).text
        const filled = substituteArguments(text, { ...input, arguments: words.join(' ') }).text
        const expected = marked.replaceAll(
          /[\u{f0001}-\u{f0003}]/gu,
          (marker) => words[markers.indexOf(marker)]!,
        )
        expect(filled).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps every byte between the placeholders', () => {
    const plain = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[$`~\\]/g, ''))
    fc.assert(
      fc.property(fc.array(plain, { minLength: 2 }), (parts) => {
        expect(textOf(parts.map((text) => `<${text}>`).join('$1'), 'x')).toBe(
          parts.map((text) => `<${text}>`).join('x'),
        )
      }),
    )
  })

  it('leaves every piece of code as it is', () => {
    const safe = fc.string().map((text) => text.replaceAll(/[`~]/g, ''))
    fc.assert(
      fc.property(safe, given, (code, args) => {
        const block = `\`\`\`\n${code} $1 $@\n\`\`\`\n`
        expect(textOf(`$1\n\n${block}`, args)).toContain(block)
      }),
    )
  })

  it.each([
    ['$'],
    ['$1,'],
    ['$ARGUMENTS['],
    [`$${'9'.repeat(4000)} `],
    [`$${'a-'.repeat(4000)} `],
    ['\\$'],
    ['`$1`'],
    ['words $1 and code `x`\n'],
  ])('fills in a mebibyte of %j at once', (piece) => {
    const input = { arguments: 'a b', dialect: 'claude', declared: false, names: ['a', 'a-a'] } as const
    const endless = piece.repeat(Math.floor(MIB / piece.length))
    expect(cpuTime(() => substituteArguments(endless, input))).toBeLessThan(5000)
  })

  it('takes 100 kB of arguments', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ')
    expect(textOf('$1 $20000 $20001', words)).toBe('w0 w19999 $20001')
    expect(textOf('$@', words)).toBe(words)
  })

  it('refuses to blow a body up', () => {
    const long = 'x'.repeat(100_000)
    const time = cpuTime(() => {
      expect(() => textOf('$@ '.repeat(MIB / 3), long)).toThrow(SkillwayError)
    })
    expect(time).toBeLessThan(3000)
    expect(() => textOf('$@ '.repeat(100), long)).toThrow(/is longer than 8388608 characters/)
  })

  it('names ten missing arguments at the most', () => {
    const many = Array.from({ length: 500 }, (_, index) => `$${index + 1}`).join(' ')
    const { diagnostics } = substituteArguments(many, { arguments: 'a b', declared: false })
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'No argument for $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 and 488 more: 2 were given',
    ])
  })
})

function textOf(body: string, given: string | undefined, more: Partial<ArgumentInput> = {}): string {
  return substituteArguments(body, { arguments: given, declared: false, ...more }).text
}
