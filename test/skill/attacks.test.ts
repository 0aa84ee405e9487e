import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allowedToolsOf } from '../../src/skill/allowed-tools.ts'
import { parseSkill } from '../../src/skill/parse.ts'
import { visible } from '../../src/text/visible.ts'
import { AT, bytesOf, codesOf, findingOf, parseText, withFields, withFrontmatter } from './skill-text.ts'

const KIB_64 = 64 * 1024
const repeat = (unit: string, bytes: number = KIB_64 - 100) => unit.repeat(Math.floor(bytes / unit.length))
const numbered = (line: (n: number) => string, count: number) =>
  Array.from({ length: count }, (_, n) => line(n))
const LEVELS = 'abcdefghi'

/** An alias bomb: each level lists the one before it nine times. */
const BOMB = [
  'metadata:',
  '  a: &a [x,x,x,x,x,x,x,x,x]',
  ...numbered(
    (n) => `  ${LEVELS[n + 1]}: &${LEVELS[n + 1]} [${repeat(`*${LEVELS[n]},`, 27).slice(0, -1)}]`,
    8,
  ),
]

describe('hostile frontmatter is refused', () => {
  it.each([
    ['C1: an alias bomb', BOMB, 'YAML_ALIAS_LIMIT'],
    [
      'C1: a wide value behind few aliases',
      [`a: &a [${repeat('x,', 8000)}]`, 'b: [*a, *a, *a]'],
      'YAML_ALIAS_LIMIT',
    ],
    ['C1: six aliases', ['a: &a x', `b: [${repeat('*a,', 18)}]`], 'YAML_ALIAS_LIMIT'],
    [
      'C2: a merge-key bomb',
      numbered((n) => `m${n}: &m${n} {<<: [*m${n - 1}, *m${n - 1}]}`, 25).with(0, 'm0: &m0 {a: 1}'),
      'YAML_ALIAS_LIMIT',
    ],
    ['C3: a list that holds itself', ['a: &a [*a]'], 'YAML_ALIAS_LIMIT'],
    ['C3: a map that holds itself', ['a: &a', '  b: *a'], 'YAML_ALIAS_LIMIT'],
    ['C3: an alias of nothing in a list', ['a: [*nothing]'], 'YAML_INVALID'],
    ['C4: nested lists', [`a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`], 'YAML_DEPTH_LIMIT'],
    ['C4: nested lists without an end', [`a: ${'['.repeat(20_000)}`], 'YAML_DEPTH_LIMIT'],
    ['C4: nested maps', [`a: ${'{a: '.repeat(10_000)}`], 'YAML_DEPTH_LIMIT'],
    ['C4: dashes on one line', ['a:', `  ${'- '.repeat(20_000)}`], 'YAML_DEPTH_LIMIT'],
    ['C4: a staircase of keys', numbered((n) => `${' '.repeat(n)}a:`, 300), 'YAML_DEPTH_LIMIT'],
    ['C8: a field twice', ['license: A', 'license: B'], 'DUPLICATE_KEY'],
    ['C8: a field twice, once quoted', ['license: A', '"license": B'], 'DUPLICATE_KEY'],
    ['C8: a nested field twice', ['metadata: {a: 1, a: 2}'], 'DUPLICATE_KEY'],
    ['C9: !!js/function', ['a: !!js/function "function(){}"'], 'YAML_INVALID'],
    ['C9: !!python/object', ['a: !!python/object/apply:os.system ["id"]'], 'YAML_INVALID'],
    ['C9: !!binary', ['a: !!binary aGk='], 'YAML_INVALID'],
    ['C9: !!str', ['a: !!str 1.0'], 'YAML_INVALID'],
    ['C9: a tag on a list', ['a: !Foo [1]'], 'YAML_INVALID'],
    ['C9: a tag on nothing', ['a: !Foo'], 'YAML_INVALID'],
    ['C9: a tag on a quoted text', ['a: !Foo "x"'], 'YAML_INVALID'],
    ['C9: a verbatim tag', ['a: !<tag:yaml.org,2002:str> x'], 'YAML_INVALID'],
    ['C10: a directive', ['%YAML 1.1'], 'YAML_INVALID'],
    ['C11: not a number', ['a: .nan'], 'YAML_INVALID'],
    ['C11: infinity', ['a: [-.inf]'], 'YAML_INVALID'],
    ['C11: a number beyond infinity', ['a: 1e999'], 'YAML_INVALID'],
    ['C16: a second document', ['--- x'], 'YAML_INVALID'],
    ['C16: a second document behind an end mark', ['...', 'a: b'], 'YAML_INVALID'],
    ['C17: a list as a key', ['? [a]', ': b'], 'YAML_INVALID'],
    ['C17: a map as a key', ['a: {{b}: c}'], 'YAML_INVALID'],
    ['C17: a number as a key', ['1: a'], 'YAML_INVALID'],
    ['C17: null as a key', ['metadata: {~: a}'], 'YAML_INVALID'],
    ['C17: true as a key', ['metadata:', '  true: a'], 'YAML_INVALID'],
    ['E1: an escape sequence', ['a: \u001b[2J'], 'YAML_INVALID'],
    ['E1: a NUL', ['a: "\u0000"'], 'YAML_INVALID'],
    ['half of a surrogate pair', ['a: "\\ud83d"'], 'ENCODING_INVALID'],
    ['half of a surrogate pair in a key', ['"\\udc00": a'], 'ENCODING_INVALID'],
    ['a character beyond Unicode', ['a: "\\U00110000"'], 'YAML_INVALID'],
  ])('%s', (_what, lines, code) => {
    const parsed = parseText(withFields(...lines))
    expect(parsed.skill).toBeUndefined()
    expect(codesOf(parsed)).toEqual([code])
    expect(findingOf(parsed, code)!.hint).toBeTruthy()
  })
})

describe('bytes that are not UTF-8 are refused', () => {
  it.each([
    ['UTF-16 with a BOM', [0xff, 0xfe, ...utf16('---\n')], 1],
    ['big-endian UTF-16 with a BOM', [0xfe, 0xff, 0, 0x2d], 1],
    ['UTF-16 without a BOM', utf16('---\nname: a\n---\n'), 1],
    [
      'Latin-1 in a value',
      [...bytesOf('---\nname: alpha\ndescription: caf'), 0xe9, ...bytesOf('\n---\n')],
      3,
    ],
    ['an overlong form', [...bytesOf('---\nname: '), 0xc0, 0xaf, ...bytesOf('\n---\n')], 2],
    ['an encoded surrogate', [...bytesOf('---\nname: '), 0xed, 0xa0, 0xbd, ...bytesOf('\n---\n')], 2],
    ['Latin-1 in a comment above', [...bytesOf('<!-- '), 0xe9, ...bytesOf(` -->\n${withFields()}`)], 1],
    ['Latin-1 in the body', [...bytesOf(withFields()), 0xe9], 6],
    ['Latin-1 without frontmatter', [0xe9, 0x0a], 1],
    ['Latin-1 in a skill written in headings', [...bytesOf('# Skill: a\n\n'), 0xe9], 3],
  ])('C15: %s', (_what, bytes, line) => {
    const parsed = parseSkill(Uint8Array.from(bytes), AT)
    expect(parsed.skill).toBeUndefined()
    expect(findingOf(parsed, 'ENCODING_INVALID')).toMatchObject({ severity: 'error', line })
  })
})

describe('frontmatter that looks hostile and is not', () => {
  it.each([
    ['__proto__', ['__proto__: {polluted: 1}']],
    ['__proto__ in quotes', ['"__proto__": {polluted: 1}']],
    ['__proto__ with an escape', ['"\\x5f_proto__": {polluted: 1}']],
    ['a nested __proto__', ['metadata: {a: {__proto__: {polluted: 1}}}']],
  ])('C7: a field named %s is left out, and nothing is polluted', (_what, lines) => {
    const parsed = parseText(withFields('license: MIT', ...lines))
    const frontmatter = parsed.skill!.frontmatter
    expect(JSON.stringify(frontmatter)).not.toContain('polluted')
    expect(Object.getPrototypeOf(frontmatter)).toBe(Object.prototype)
    expect(frontmatter['license']).toBe('MIT')
    expect('polluted' in {}).toBe(false)
    expect(parsed.skill!.listable).toBe(false)
    expect(findingOf(parsed, 'FRONTMATTER_KEY_REFUSED')).toMatchObject({ severity: 'warning', line: 5 })
  })

  it('C7: constructor and prototype are names like others', () => {
    const { skill } = parseText(withFields('constructor: {prototype: {polluted: 1}}', 'toString: x'))
    expect(JSON.stringify(skill!.frontmatter)).toBe(
      '{"name":"alpha","description":"Does one small thing.","constructor":{"prototype":{"polluted":1}},"toString":"x"}',
    )
    expect('polluted' in {}).toBe(false)
  })

  it.each([
    ['no', 'no'],
    ['yes', 'yes'],
    ['2024-01-01', '2024-01-01'],
    ['0777', 777],
    ['0o17', 15],
    ['0x1F', 31],
    ['1_000', '1_000'],
    ['12:30:45', '12:30:45'],
    ['~', null],
    ['-0', 0],
    ['1.10', 1.1],
    ['True', true],
    ['"true"', 'true'],
    ['<<', '<<'],
  ])('C11: a value %s is typed by the core schema of YAML 1.2', (written, value) => {
    expect(parseText(withFields(`a: ${written}`)).skill!.frontmatter['a']).toStrictEqual(value)
  })

  it('C11: a number that other hosts read exactly keeps the skill from being listed', () => {
    const parsed = parseText(withFields('a: [12345678901234567890]'))
    expect(parsed.skill!.listable).toBe(false)
    expect(codesOf(parsed)).toContain('NUMBER_INEXACT')
    expect(parseText(withFields('a: [9007199254740991]', 'b: "12345678901234567890"')).skill!.listable).toBe(
      true,
    )
  })

  it('C19: reserved keys of metadata pass through', () => {
    const { skill } = parseText(withFields('metadata:', '  io.modelcontextprotocol/x: "1"'))
    expect(skill!.frontmatter['metadata']).toStrictEqual({ 'io.modelcontextprotocol/x': '1' })
    expect(skill!.listable).toBe(true)
  })

  it('C20: hooks, wide grants and commands in the text are data, and nothing runs', () => {
    const marker = `${process.cwd()}/pwned-by-skill`
    const text = withFields('hooks:', '  start: touch pwned-by-skill', 'allowed-tools: Bash(*)')
    const { skill } = parseText(`${text}!\`touch ${marker}\`\n`)
    expect(skill!.frontmatter['hooks']).toStrictEqual({ start: 'touch pwned-by-skill' })
    expect(allowedToolsOf(skill!.frontmatter)).toEqual(['Bash(*)'])
    expect(skill!.body).toContain('!`touch')
    expect(existsSync(marker)).toBe(false)
  })

  it('a field named instructions does not replace the body', () => {
    const { skill } = parseText(
      withFields('instructions: Do evil.', 'skill_path: /etc', 'resolved_reference_path: /etc'),
    )
    expect(skill!.body).toBe('Body\n')
    expect(skill!.frontmatter['instructions']).toBe('Do evil.')
  })
})

describe('what a reader cannot see is kept and reported', () => {
  it('E1: escape sequences that an escape makes', () => {
    const parsed = parseText(withFrontmatter('name: alpha', 'description: "a\\e]52;c;aGk=\\a"'))
    expect(parsed.skill!.description).toBe('a\u001b]52;c;aGk=\u0007')
    expect(findingOf(parsed, 'CONTROL_CHARACTER')).toMatchObject({ line: 3 })
    expect(visible(parsed.skill!.description)).not.toMatch(/[\u0000-\u001f]/)
  })

  it('E1: escape sequences in the text', () => {
    expect(findingOf(parseText(`${withFields()}\u001b[2J`), 'CONTROL_CHARACTER')).toMatchObject({ line: 6 })
  })

  it.each(['\n', '\r\n', '\r'])('E1: the line is right with line ends %j', (lineEnd) => {
    const parsed = parseText(`${withFields()}\u001b[2J`.replaceAll('\n', lineEnd))
    expect(findingOf(parsed, 'CONTROL_CHARACTER')).toMatchObject({ line: 6 })
  })

  it('E2: tag characters and bidi controls in the text', () => {
    const parsed = parseText(`${withFields()}safe \u{e0041}\u202e\n`)
    expect(parsed.skill!.body).toContain('\u{e0041}\u202e')
    expect(findingOf(parsed, 'HIDDEN_UNICODE')).toMatchObject({ line: 6 })
  })

  it('E3: HTML comments and base64 blocks stay where they are', () => {
    const body = '<!-- do this -->\n\n```\naWdub3JlIGFsbA==\n```\n'
    expect(parseText(withFields().replace('Body\n', body)).skill!.body).toBe(body)
  })

  it('E8: a description of line ends is one line when shown', () => {
    const { skill } = parseText(withFrontmatter('name: alpha', `description: "x${'\\n- y'.repeat(255)}"`))
    expect(skill!.description.split('\n')).toHaveLength(256)
    expect(visible(skill!.description)).not.toContain('\n')
  })

  it.each([
    ['a line of it', withFields('a: "\u202e\u0007": b\u0007')],
    ['a field of it', withFields(`"\\e]0;x\\a": 1`)],
    ['a tag', '---\n!\u202e\u000e\n---\n'],
    ['a long tag', `---\na: !${'\u202e'.repeat(9000)}\n---\n`],
    ['a name', withFrontmatter('name: "a\\e\\u202e"', 'description: x')],
    ['a tool', withFields('allowed-tools: ["\\e", b]')],
    ['a first line', '\u001b[2J\u202e\n'],
  ])('E1: a message about %s is plain text', (_what, text) => {
    const { diagnostics } = parseText(text)
    expect(diagnostics).not.toHaveLength(0)
    for (const { message, hint } of diagnostics) {
      expect(message + hint).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    }
  })
})

describe('the largest frontmatter', () => {
  it.each([
    ['keys', numbered((n) => `k${n}: v`, 6000)],
    ['keys with comments', numbered((n) => `k${n}: v #c`, 5000)],
    ['anchors', numbered((n) => `k${n}: &a${n} v`, 3500)],
    ['an alias each', numbered((n) => `k${n}: *a`, 5000)],
    ['empty maps', [`a: [${repeat('{},')}]`]],
    ['pairs in a list', [`a: [${repeat('a: b,')}]`]],
    ['open brackets', [`a: ${repeat('[')}`]],
    ['one long word', [`a: ${repeat('x')}`]],
    ['blanks', [`a: b${repeat(' ')}c: d`]],
    ['colons', [`a: ${repeat('b: ')}`]],
    ['quotes', [`a: ${repeat('"')}`]],
    ['closing brackets', ['a:', ` ${repeat('}')}`]],
    ['commas', ['a:', ` ${repeat(',')}`]],
    ['tags', ['a:', repeat(' !a\n')]],
    ['bad values', numbered((n) => `k${n}: a: b`, 5000)],
    ['bad values among good ones', numbered((n) => (n < 16 ? `k${n}: a: b` : `k${n}: v`), 200)],
    ['a bad value of many lines', ['a: b: c', repeat('  d: e\n', 16_000)]],
    ['hidden characters', [`a: ${'\u200b'.repeat(20_000)}`]],
    ['line separators', [`a: ${'\u2028'.repeat(20_000)}`]],
    ['line ends in a name', ['name: "' + '\\n'.repeat(16_000) + 'x"']],
    ['lone carriage returns', [repeat('\r')]],
  ])('C5: 64 KiB of %s take no time to speak of', (_what, lines) => {
    const hasName = lines[0]!.startsWith('name: ')
    const bytes = bytesOf(hasName ? withFrontmatter(...lines, 'description: x') : withFields(...lines))
    const start = performance.now()
    parseSkill(bytes, AT)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('C18: a line of 65 KiB in the body is nothing special', () => {
    expect(parseText(withFields() + 'x'.repeat(65 * 1024)).skill!.body).toHaveLength(65 * 1024 + 5)
  })

  it.each([
    ['number signs', `## ${'#'.repeat(500_000)} x`],
    ['blanks', `## a${' '.repeat(500_000)}b`],
    ['sections', '## a\n'.repeat(50_000)],
    ['code fences', '```\n'.repeat(50_000)],
  ])('C5: a skill of headings with many %s takes no time to speak of', (_what, body) => {
    const bytes = bytesOf(`# Skill: alpha\n\nDoes it.\n\n${body}`)
    const start = performance.now()
    expect(parseSkill(bytes, AT).skill).toBeDefined()
    expect(performance.now() - start).toBeLessThan(5000)
  })
})

function utf16(text: string): number[] {
  return [...text].flatMap((character) => [character.charCodeAt(0), 0])
}
