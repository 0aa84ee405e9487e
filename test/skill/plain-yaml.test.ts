import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { CORE_SCHEMA, dump, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../src/skill/parse-yaml.ts'
import { readPlainYaml } from '../../src/skill/plain-yaml.ts'

const JSON_LIKE =
  '{"a": 1}|{"a":{"b":["c",-2.5,null]}}|{"a": 1, "a": 2}|[1, "b"]|{}|[{"x y": "z: #"}]|{"a":1.50}|"a\\"b"|"\\n"|\'a\'\'b\''.split(
    '|',
  )
const PLAIN = 'a|word|two words|1|1.0|1.2.3|"x"|\'y z\'|[a, b]|C#|http://x|é|(x)|true|null|>|>-|||-'.split(
  '|',
)
const ODD =
  'no|007|-1|1e3|0x1f|.5|~|表|🚀| |  |: |:|,|#| #|# |>+|&a|*a|!x|%|@|`|?|"|\'|["a"]|[1]|[]|[|]|{|}|\\|-|- |---|\u3000|\u00a0|\u2003|\u2028|\ufeff|\t|\r|=|<<|/|$|a:b'.split(
    '|',
  )
const KEYS = 'a|b|c-d|e_f|name|description|metadata|license'.split('|')
const ODD_KEYS = 'true|Null|constructor|__proto__|1|g h|"q"|\u00e9|-x'.split('|')
const piece = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PLAIN) }, fc.constantFrom(...ODD))
const pieces = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const value = fc.oneof({ weight: 4, arbitrary: pieces }, fc.constantFrom(...JSON_LIKE))
const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, fc.constantFrom(...ODD_KEYS))
const margin = fc.constantFrom('', '  ', '  ', '  ', '   ', '    ')
const nested = fc.oneof(
  fc.tuple(margin, value).map((parts) => parts.join('')),
  fc.tuple(margin, value).map(([spaces, written]) => `${spaces}- ${written}`),
  fc.tuple(margin, key, value).map(([spaces, name, written]) => `${spaces}${name}: ${written}`),
  fc.tuple(margin, key).map(([spaces, name]) => `${spaces}${name}:`),
  fc.constantFrom('', ' ', '  ', '   ', '     ', '- x', '  - y', '    - z'),
)
const field = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(key, value).map(([name, written]) => `${name}: ${written}`) },
  fc
    .tuple(key, value, fc.array(nested, { maxLength: 3 }))
    .map(([name, written, lines]) => [`${name}: ${written}`, ...lines].join('\n')),
  fc.tuple(key, fc.array(nested, { maxLength: 5 })).map(([name, lines]) => [`${name}:`, ...lines].join('\n')),
)
const text = fc
  .tuple(
    fc.array(field, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '\n', '\n\n', '\n   ', '\n    \n'),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([fields, end, lineEnd]) => (fields.join('\n') + end).replaceAll('\n', lineEnd))

describe('the plain form of frontmatter', () => {
  it.each([
    ['name: alpha\ndescription: Does it, or (not).\n', { name: 'alpha', description: 'Does it, or (not).' }],
    ['a: "x: y"\nb: \'# z\'\n', { a: 'x: y', b: '# z' }],
    ['a: 1\nb: 1.5\nc: true\nd: null\ne: 1.2.3\n', { a: 1, b: 1.5, c: true, d: null, e: '1.2.3' }],
    ['a: >-\n  one\n  two\nb: |\n  three\n  four\n', { a: 'one two', b: 'three\nfour\n' }],
    ['a:\n  b: x\n  c: "1.0"\n', { a: { b: 'x', c: '1.0' } }],
    ['a:\n  - x\n  - "y"\nb: [x, \'y z\']\n', { a: ['x', 'y'], b: ['x', 'y z'] }],
    ['a: one\n  two\n  three\n', { a: 'one two three' }],
    ['a: C# and http://x:80/y#z\n', { a: 'C# and http://x:80/y#z' }],
    ['constructor: x\n', { constructor: 'x' }],
    ['a: {"b": {"c": ["d", 1, true]}, "e": ""}\n', { a: { b: { c: ['d', 1, true] }, e: '' } }],
    ['a: {"b":"x: {y} #z","c":-1.5}\nb: [1, true]\n', { a: { b: 'x: {y} #z', c: -1.5 }, b: [1, true] }],
    ['a:\n  b:\n    c: d\n    e:\n    - f\n  g: h\n', { a: { b: { c: 'd', e: ['f'] }, g: 'h' } }],
    ['a:\n- b\n- c\nd: e\n', { a: ['b', 'c'], d: 'e' }],
    ['a: x\r\nb: |\r\n  y\r\n  z\r\n', { a: 'x', b: 'y\nz\n' }],
    ['a: "x \\"y\\" \\\\ \\n"\n', { a: 'x "y" \\ \n' }],
    ["a: 'it''s'\n", { a: "it's" }],
    ['a: >\n  x\n  y\n\n  z\n\nb: |-\n  1\n\n    2\n', { a: 'x y\nz\n', b: '1\n\n  2' }],
    ['a: 1inch\nb: 0x-swap\n', { a: '1inch', b: '0x-swap' }],
    ['\na: x\n\nb: y\n\n', { a: 'x', b: 'y' }],
  ])('is read: %j', (written, fields) => {
    expect(JSON.stringify(readPlainYaml(written))).toBe(JSON.stringify(fields))
    expect(readPlainYaml(written)).toEqual(load(written))
  })

  it.each([
    ['a: b: c'],
    ['a: b #c'],
    ['a: &b c'],
    ['a: x\na: y'],
    ['a:'],
    ['__proto__: x'],
    ['true: x'],
    ['a: {b: c}'],
    ['a: {"b": 1, "b": 2}'],
    ['a: {"__proto__": 1}'],
    ['a: {"b": 1.0}'],
    ['a: {"b": 1e3}'],
    ['a: {"b": "\\u0041"}'],
    ['a: {"b" 1}'],
    ['a: {"b": 1} c'],
    ['a: "\\x41"'],
    ["a: 'it's'"],
    ['a: 0x1f'],
    ['a: 0o17'],
    ['a: 1e3'],
    ['a: >\n  x\n    y\n  z'],
    ['a: |\n\n  x'],
    ['a: |\n   x\n  y'],
    ['a: x\n\n  y'],
    ['a:\n  b: c\n   d: e'],
    ['a:\n    b: c\n  d: e'],
    ['a:\n  - b\n    c'],
    ['a:\n  - b: c'],
    ['a: x\r b: y'],
    ['a: x\ty'],
    ['# a: b'],
    ['a: 007'],
    ['a: .inf'],
    ['text'],
    [''],
  ])('is not what YAML has to decide: %j', (written) => {
    expect(readPlainYaml(written)).toBeUndefined()
  })

  it.each([
    { title: 'lists', written: `a: ${'['.repeat(9)}${']'.repeat(9)}` },
    { title: 'JSON', written: `a: ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
    {
      title: 'fields',
      written: `${Array.from({ length: 9 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')} b`,
    },
  ])('is not nested deeply: $title', ({ written }) => {
    expect(readPlainYaml(written)).toBeUndefined()
  })

  it('is never read differently from YAML', () => {
    let read = 0
    fc.assert(
      fc.property(text, (written) => {
        const fields = readPlainYaml(written)
        if (fields === undefined) return
        read++
        expect({ written, isSame: isDeepStrictEqual(fields, load(written)) }).toEqual({
          written,
          isSame: true,
        })
      }),
      { numRuns: 20_000 },
    )
    expect(read).toBeGreaterThan(1000)
  })

  it('is never read differently from how YAML has written it', () => {
    const string = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab \n\n  '), maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'ab0 -:#\'"[]{}&*!|>%@`,\\\n~ä🚀'), maxLength: 20 }),
      fc
        .array(fc.constantFrom('word', 'two words', '', ' ', '  more'), { maxLength: 6 })
        .map((lines) => lines.join('\n')),
    )
    const values = fc.oneof(
      string,
      fc.array(string, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('x', 'y'), string, { noNullPrototype: true }),
    )
    const style = fc.record({ lineWidth: fc.constantFrom(-1, 10, 80), forceQuotes: fc.boolean() })
    let read = 0
    fc.assert(
      fc.property(values, values, style, (one, two, options) => {
        const written = dump({ a: one, b: two, c: 'end' }, { schema: CORE_SCHEMA, noRefs: true, ...options })
        const fields = readPlainYaml(written)
        if (fields === undefined) return
        read++
        expect({ written, fields }).toEqual({ written, fields: { a: one, b: two, c: 'end' } })
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(500)
  })

  it('holds nothing that is said about YAML otherwise', () => {
    const parsed = parseYaml('a: x\nb: [y]\n')
    expect(parsed).toStrictEqual({ value: { a: 'x', b: ['y'] }, comments: [] })
  })
})
