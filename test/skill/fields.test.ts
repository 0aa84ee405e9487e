import { describe, expect, it } from 'vitest'
import { allowedToolsOf } from '../../src/skill/allowed-tools.ts'
import { conforms } from '../../src/skill/conforms.ts'
import { argumentHintOf, declaredArguments } from '../../src/skill/declared-arguments.ts'
import { isModelInvocable, isUserInvocable } from '../../src/skill/invocable.ts'
import type { JsonValue } from '../../src/skill/types.ts'
import { codesOf, findingOf, parseText, withFields, withFrontmatter } from './skill-text.ts'

/** The codes for a skill with these lines of frontmatter besides a name and a description. */
function codesFor(...lines: string[]): string[] {
  return codesOf(parseText(withFields(...lines)))
}

function described(written: string) {
  return parseText(withFrontmatter('name: alpha', `description: ${written}`))
}

function toolsHint(written: string): string | undefined {
  return findingOf(parseText(withFields(`allowed-tools: ${written}`)), 'ALLOWED_TOOLS_FORM')?.hint
}

describe('a description', () => {
  it.each([
    ['1,024 letters', 'x'.repeat(1024), true],
    ['1,025 letters', 'x'.repeat(1025), false],
    ['1,024 astral characters', '🚀'.repeat(1024), true],
    ['1,025 astral characters', '🚀'.repeat(1025), false],
  ])('C13: of %s is within the limit: %#', (_what, text, isWithin) => {
    const parsed = described(text)
    expect(parsed.skill!.description).toBe(text)
    expect(codesOf(parsed).includes('DESCRIPTION_TOO_LONG')).toBe(!isWithin)
    expect(conforms(parsed.diagnostics)).toBe(isWithin)
  })

  it.each(['', '""', '"  "', '~', '|', '# later'])('C13: %s is missing', (written) => {
    const parsed = described(written)
    expect(parsed.skill).toBeUndefined()
    expect(findingOf(parsed, 'DESCRIPTION_MISSING')).toMatchObject({ severity: 'error', line: 3 })
  })

  it('that YAML takes for a comment is missing, and the hint says why', () => {
    expect(findingOf(described('#42 is closed'), 'DESCRIPTION_MISSING')!.hint).toContain('comment')
  })

  it.each(['[a]', '{a: b}', '5', 'true', '1.5'])('%s is not text', (written) => {
    const parsed = described(written)
    expect(parsed.skill).toBeUndefined()
    expect(findingOf(parsed, 'DESCRIPTION_NOT_STRING')).toMatchObject({ severity: 'error', line: 3 })
  })

  it.each([
    ['Closes #42 and more', true],
    ['Closes it # and more', true],
    ['"Closes #42"', false],
    ['Uses C# and F#', false],
    ['see docs#part', false],
  ])('B011: %s is cut by a comment: %s', (written, isCut) => {
    expect(codesOf(described(written)).includes('VALUE_TRUNCATED_BY_COMMENT')).toBe(isCut)
  })

  it('B011: in other fields only what does not look like a comment is reported', () => {
    expect(codesFor('license: MIT # see LICENSE')).toEqual([])
    expect(
      findingOf(parseText(withFields('metadata:', '  tag: a #b')), 'VALUE_TRUNCATED_BY_COMMENT'),
    ).toMatchObject({
      line: 5,
      message: expect.stringContaining("'metadata' before '#b'"),
    })
  })
})

describe('metadata', () => {
  it.each([
    [['metadata: {a: b}'], []],
    [['metadata: {}'], []],
    [['metadata: {a: 1}'], ['METADATA_NOT_STRING']],
    [['metadata: {a: [b], c: d, e: ~}'], ['METADATA_NOT_STRING']],
    [['metadata: text'], ['METADATA_NOT_MAP']],
    [['metadata: [a]'], ['METADATA_NOT_MAP']],
    [['metadata:'], ['METADATA_NOT_MAP']],
  ])('%j', (lines, codes) => {
    const parsed = parseText(withFields(...lines))
    expect(codesOf(parsed)).toEqual(codes)
    expect(parsed.skill!.listable).toBe(true)
    expect(conforms(parsed.diagnostics)).toBe(codes.length === 0)
  })

  it('names the keys that are not texts, and what they are', () => {
    const { diagnostics } = parseText(withFields('metadata: {version: 1.0, tags: [a], ok: x}'))
    expect(diagnostics).toMatchObject([
      { line: 4, message: "Values of metadata must be texts: 'version' is a number, 'tags' is a list." },
    ])
  })
})

describe('compatibility', () => {
  it.each([
    ['Needs git', true],
    ['x'.repeat(500), true],
    ['x'.repeat(501), false],
    ['""', false],
    ['1.0', false],
    ['[node]', false],
    ['~', false],
  ])('%s conforms: %s', (written, does) => {
    expect(codesFor(`compatibility: ${written}`)).toEqual(does ? [] : ['COMPATIBILITY_INVALID'])
  })
})

describe('allowed-tools', () => {
  it.each([
    ['Read Grep', ['Read', 'Grep'], false],
    ['Read', ['Read'], false],
    ['Bash(git:*) Read', ['Bash(git:*)', 'Read'], false],
    ['Bash(jq *) Bash(npm run test)', ['Bash(jq *)', 'Bash(npm run test)'], false],
    ['Bash(a, b)', ['Bash(a, b)'], false],
    ['Bash(echo (a b) c) Read', ['Bash(echo (a b) c)', 'Read'], false],
    ['Bash(open', ['Bash(open'], false],
    ['a) b', ['a)', 'b'], false],
    ['bash, read grep', ['bash', 'read', 'grep'], true],
    ['Read,Grep', ['Read', 'Grep'], true],
    ['"  "', [], false],
    ['[Read, "Bash(npm test)"]', ['Read', 'Bash(npm test)'], true],
    ['[Read, 5, ""]', ['Read'], true],
    ['[]', [], true],
    ['5', [], true],
    ['{Read: true}', [], true],
    ['~', [], true],
  ])('row 72: %s', (written, tools, isOtherForm) => {
    const parsed = parseText(withFields(`allowed-tools: ${written}`))
    expect(allowedToolsOf(parsed.skill!.frontmatter)).toEqual(tools)
    expect(codesOf(parsed)).toEqual(isOtherForm ? ['ALLOWED_TOOLS_FORM'] : [])
  })

  it('says how to write the tools, where that is possible', () => {
    expect(toolsHint('[Read, "Bash(npm test)"]')).toBe('Write: allowed-tools: Read Bash(npm test)')
    expect(toolsHint('[Azure MCP/docs]')).toContain('parentheses')
  })

  it("is read under AgentPool's spelling too", () => {
    expect(allowedToolsOf({ allowed_tools: 'bash, read' })).toEqual(['bash', 'read'])
    expect(findingOf(parseText(withFields('allowed_tools: bash')), 'UNKNOWN_FIELD')!.hint).toContain(
      'allowed-tools',
    )
  })

  it('that is not there allows nothing and asks for nothing', () => {
    expect(allowedToolsOf({})).toEqual([])
  })
})

describe('who may call a skill', () => {
  it.each([
    [true, false, false],
    [false, true, false],
    ['true', false, true],
    ['Yes', false, true],
    ['false', true, true],
    ['maybe', true, true],
    [1, false, true],
    [null, true, false],
    [['true'], true, true],
  ])('disable-model-invocation: %j', (given, isInvocable, isReported) => {
    const frontmatter = { 'disable-model-invocation': given as JsonValue }
    expect(isModelInvocable(frontmatter)).toBe(isInvocable)
    const codes = codesFor(`disable-model-invocation: ${JSON.stringify(given)}`)
    expect(codes).toEqual(isReported ? ['BOOLEAN_AS_STRING'] : [])
  })

  it.each([
    [false, false],
    [true, true],
    ['false', false],
    ['no', false],
    ['anything', true],
  ])('user-invocable: %j', (given, isInvocable) => {
    expect(isUserInvocable({ 'user-invocable': given })).toBe(isInvocable)
  })

  it('is everybody by default', () => {
    expect([isModelInvocable({}), isUserInvocable({})]).toEqual([true, true])
  })
})

describe('the arguments that a skill declares', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    ['file mode', ['file', 'mode']],
    ['file, mode', ['file', 'mode']],
    [
      ['file', 'mode'],
      ['file', 'mode'],
    ],
    [['file mode'], ['file', 'mode']],
    [
      [{ name: 'file', required: true }, 'mode', 5],
      ['file', 'mode'],
    ],
    [{ name: 'file' }, ['file']],
    ['', []],
    [7, []],
  ])('%j are %j', (given, names) => {
    expect(declaredArguments(given === undefined ? {} : { arguments: given as JsonValue })).toEqual(names)
  })

  it.each([
    [undefined, undefined],
    ['', undefined],
    [' [file] ', '[file]'],
    [['file'], '[file]'],
    [['file', 'mode', { a: 1 }], '[file, mode, {"a":1}]'],
    [5, '5'],
    [{ a: 1 }, undefined],
  ])('their hint %j is %j', (given, hint) => {
    expect(argumentHintOf(given === undefined ? {} : { 'argument-hint': given as JsonValue })).toBe(hint)
  })
})

describe('fields that nobody documents', () => {
  it('row 71: are kept, reported with their line, and harm nothing', () => {
    const parsed = parseText(withFields('version: 1.0', 'author: me'))
    expect(parsed.skill).toMatchObject({ listable: true, frontmatter: { version: 1, author: 'me' } })
    expect(parsed.diagnostics.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['UNKNOWN_FIELD', 'info', 4],
      ['UNKNOWN_FIELD', 'info', 5],
    ])
    expect(conforms(parsed.diagnostics)).toBe(true)
  })

  it.each(['when_to_use: x', 'model: opus', 'hooks: {}', 'paths: ["*.md"]', 'context: fork', 'license: MIT'])(
    'are not those that a client documents: %s',
    (line) => {
      expect(codesFor(line)).toEqual([])
    },
  )

  it.each([
    ['descripton', 'description'],
    ['Description', 'description'],
    ['allowed tools', 'allowed-tools'],
    ['licence', 'license'],
    ['user_invocable', 'user-invocable'],
    ['meta-data', 'metadata'],
    ['compatiblity', 'compatibility'],
    ['agnet', 'agent'],
  ])('may be a typo: %s for %s', (field, meant) => {
    expect(findingOf(parseText(withFields(`${field}: x`)), 'UNKNOWN_FIELD')!.hint).toContain(meant)
  })

  it.each(['version', 'tags', 'author', 'id', 'x', 'tools', 'mode'])('is not a typo: %s', (field) => {
    expect(findingOf(parseText(withFields(`${field}: x`)), 'UNKNOWN_FIELD')!.hint).toContain('metadata')
  })
})

describe('an anchor', () => {
  it.each([['a: &b c'], ['a: &b [c]'], ['&a b: c'], ['a: &b c\nd: *b']])(
    'is reported and not listable: %j',
    (lines) => {
      const parsed = parseText(withFields(lines))
      expect(findingOf(parsed, 'ANCHOR_USED')).toMatchObject({ severity: 'warning', line: 4 })
      expect(parsed.skill!.listable).toBe(false)
    },
  )

  it('may be repeated a handful of times', () => {
    const { skill } = parseText(withFields('a: &a {x: [1]}', 'b: [*a, *a, *a, *a, *a]'))
    expect(skill!.frontmatter['b']).toStrictEqual(Array.from({ length: 5 }, () => ({ x: [1] })))
  })
})

describe('line ends that readers differ in', () => {
  it.each([
    ['a lone CR', 'a: x\rb: y', 4],
    ['NEL', 'a: "x\u0085y"', 4],
    ['a line separator', 'a: x\u2028y', 4],
  ])('are reported and not listable: %s', (_what, line, at) => {
    const parsed = parseText(withFields(line))
    expect(findingOf(parsed, 'LINE_END_UNUSUAL')).toMatchObject({ line: at })
    expect(parsed.skill!.listable).toBe(false)
  })

  it('are not CRLF, nor what stands in the body', () => {
    expect(parseText(withFields().replaceAll('\n', '\r\n')).skill!.listable).toBe(true)
    expect(parseText(`${withFields()}a\u2028b\rc`).skill!.listable).toBe(true)
  })
})

describe('control characters', () => {
  it.each([
    ['a tab that a double-quoted path makes', 'a: "C:\\temp"', true],
    ['a tab that stands in the file', 'a: b\tc', false],
    ['an escape in a nested value', 'metadata: {a: "\\e"}', true],
    ['DEL in a quoted value', 'a: "\u007f"', true],
    ['a line break', 'a: "b\\nc"', false],
  ])('B052: %s is reported: %s', (_what, line, isReported) => {
    expect(codesFor(line).includes('CONTROL_CHARACTER')).toBe(isReported)
  })
})
