import { describe, expect, it } from 'vitest'
import { codesOf, findingOf, parseText, withFields, withFrontmatter } from './skill-text.ts'

describe('a value that YAML refuses and that can only be text', () => {
  it.each([
    ['a colon with a blank after it', ['a: Audit: read only'], 'Audit: read only'],
    ['a colon at its end', ['a: Use when asked:'], 'Use when asked:'],
    [
      'B002: colons on lines that continue it',
      ['a: one', '  Use when: x', '  And: y'],
      'one Use when: x And: y',
    ],
    ['B002: a blank line in it', ['a: one: x', '', '  two'], 'one: x\ntwo'],
    ['B010: a quoted word at its start', ['a: "Fast" builds'], '"Fast" builds'],
    ['B010: quoted words within quotes', ['a: "Use "this" here"'], '"Use "this" here"'],
    ['B010: an apostrophe within single quotes', ["a: 'It's fine'"], "'It's fine'"],
    ['B012: brackets one after another', ['a: [file] [--dry-run: yes]'], '[file] [--dry-run: yes]'],
    ['B012: text behind a bracket', ['a: [file] more'], '[file] more'],
    ['a template in braces', ['a: {{name}}'], '{{name}}'],
    ['a template in braces, and text', ['a: {{name}} and text'], '{{name}} and text'],
    ['B015: an exclamation mark before prose', ['a: !important note here'], '!important note here'],
    ['@ at its start', ['a: @team does it'], '@team does it'],
    ['a backtick at its start', ['a: `code` first'], '`code` first'],
    ['% at its start', ['a: %50 off'], '%50 off'],
    ['* at its start', ['a: *.md files'], '*.md files'],
    ['* at its start and colons', ['a: *Note*: read'], '*Note*: read'],
    ['& at its start', ['a: & more'], '& more'],
    ['> and text', ['a: > 5 years'], '> 5 years'],
    ['| and text', ['a: | piped'], '| piped'],
    ['a dash at its start', ['a: - item'], '- item'],
    ['a comma at its start', ['a: , then'], ', then'],
    ['a closing brace at its start', ['a: } else {'], '} else {'],
    ['lines that are not indented', ['a: one', 'and two', 'and three'], 'one and two and three'],
    ['a number behind # and another line', ['a: issue #42', '  and more'], 'issue #42 and more'],
    ['a comment behind it', ['a: x: y # note'], 'x: y'],
    ['a comment below it', ['a: x: y', '# note', '  # more'], 'x: y'],
    ['a Windows path in double quotes', ['a: "C:\\dev\\new"'], 'C:\\dev\\new'],
    ['an escaped quote and a bad escape', ['a: "a \\" b \\d"'], 'a " b \\d'],
  ])('is read as text: %s', (_what, lines, value) => {
    const parsed = parseText(withFields(...lines, 'b: 1'))
    expect(parsed.skill!.frontmatter).toStrictEqual({
      name: 'alpha',
      description: 'Does one small thing.',
      a: value,
      b: 1,
    })
    expect(parsed.skill!.listable).toBe(false)
    expect(findingOf(parsed, 'YAML_RECOVERED')).toMatchObject({ severity: 'warning', line: 4 })
  })

  it('tells the line, the field, and how to write it', () => {
    const parsed = parseText(withFrontmatter('name: alpha', 'description: Audit: read "all" files'))
    expect(findingOf(parsed, 'YAML_RECOVERED')).toStrictEqual({
      code: 'YAML_RECOVERED',
      severity: 'warning',
      path: 'alpha/SKILL.md',
      line: 3,
      message:
        "The field 'description' is not valid YAML: an unquoted value has ': ' in it. It was read as text.",
      hint: 'Write: description: "Audit: read \\"all\\" files"',
    })
  })

  it('is found within lists and maps, without a change to their other values', () => {
    const parsed = parseText(
      withFields(
        'metadata:',
        '  a: x: y',
        '  b: [1, 2]',
        '  c:',
        '    - d: e: f',
        '      g: |',
        '        h: i',
        '    - @j',
      ),
    )
    expect(parsed.skill!.frontmatter['metadata']).toStrictEqual({
      a: 'x: y',
      b: [1, 2],
      c: [{ d: 'e: f', g: 'h: i\n' }, '@j'],
    })
    expect(
      parsed.diagnostics.filter(({ code }) => code === 'YAML_RECOVERED').map(({ line }) => line),
    ).toEqual([5, 8, 11])
  })

  it('leaves the line ends of blocks of text as they are', () => {
    const { skill } = parseText(withFields('a: |+', '  x', '', 'b: y: z', 'c: |', '  w'))
    expect(skill!.frontmatter).toMatchObject({ a: 'x\n\n', b: 'y: z', c: 'w\n' })
  })

  it('is found wherever the fields begin, and with any line end', () => {
    const indented = withFrontmatter('  name: alpha', '  description: a: b', '  license: MIT')
    expect(parseText(indented).skill!.frontmatter).toStrictEqual({
      name: 'alpha',
      description: 'a: b',
      license: 'MIT',
    })
    expect(parseText(indented.replaceAll('\n', '\r\n')).skill!.description).toBe('a: b')
  })
})

describe('indentation that YAML refuses and that changes nothing', () => {
  it.each([
    ['a closing bracket below its field', ['a: [', '  x,', '  y', ']'], ['x', 'y']],
    ['a closing brace below its field', ['a: {', '  b: x', '}'], { b: 'x' }],
    ['a nested closing bracket', ['a:', '  b: [', '    x,', '  ]'], { b: ['x'] }],
    ['a quoted text that goes on without indentation', ['a: "x', 'y"'], 'x y'],
  ])('is mended: %s', (_what, lines, value) => {
    const parsed = parseText(withFields(...lines, 'b: 1'))
    expect(parsed.skill!.frontmatter).toMatchObject({ a: value, b: 1 })
    expect(codesOf(parsed)).toContain('YAML_RECOVERED')
    expect(parsed.skill!.listable).toBe(false)
  })
})

describe('what may be meant as something else', () => {
  it.each([
    ['tabs before a list', ['a:', '\t- x'], 5],
    ['tabs before a map', ['metadata:', '\tb: x'], 5],
    ['a quote without an end', ['a: "x', 'b: 1'], 4],
    ['a bracket without an end', ['a: [x, y', 'b: 1'], 4],
    ['a list with a bad value in it', ['a: [x, @y]'], 4],
    ['a map with a bad value in it', ['a: {b: c: d}'], 4],
    ['B016: a tag', ['a: !!js/function "x"'], 4],
    ['a field that is indented by mistake', ['  license: MIT'], 4],
    ['a field without the blank behind its colon', ['allowed-tools:Read'], 4],
    ['a list beside a map', ['a:', '  - b', '  c: d'], 6],
    ['an alias that has its anchor', ['a: *b c', 'b: &b d'], 4],
    ['an end mark', ['a: b: c', '...', 'd: e'], 4],
    ['a complex key', ['a: b: c', '? d'], 4],
    ['a control character', ['a: b: \u0007'], 4],
    ['a character that does not exist', ['a: "\\UFFFFFFFF"'], 4],
    ['a number without end', ['a: .nan'], 4],
    [
      'more fields than a frontmatter has',
      ['a: b: c', ...Array.from({ length: 260 }, (_, n) => `k${n}: a`)],
      4,
    ],
    ['more bad values than a frontmatter has', Array.from({ length: 17 }, (_, n) => `k${n}: a: b`), 4],
  ])('is refused with its line: %s', (_what, lines, line) => {
    const parsed = parseText(withFields(...lines))
    expect(parsed.skill).toBeUndefined()
    expect(findingOf(parsed, 'YAML_INVALID')).toMatchObject({ severity: 'error', line })
  })
})

describe('a message about YAML', () => {
  it.each([
    [['a: "x', 'b: 1'], 4, "'a: \"x'", 'Close it'],
    [['a: {b: c: d}'], 4, "'a: {b: c: d}'", 'Close it'],
    [['a: !Foo'], 4, 'tag', 'in quotes'],
    [['1: x'], 4, 'key is not a string', 'in quotes'],
    [['a: .inf'], 4, 'not finite', 'in quotes'],
    [['a: x', 'a: y'], 5, 'there twice', 'Keep one'],
    [['--- x'], 1 + 1, 'more than one', '---'],
    [['a:b', 'c: d: e'], 4, "'a:b'", 'blank after the colon'],
    [['a: [x]', ' b: y'], 5, 'indentation', 'Indent'],
  ])('shows the line and how to mend it: %j', (lines, line, shown, hint) => {
    const [finding] = parseText(withFields(...lines)).diagnostics
    expect(finding).toMatchObject({ severity: 'error', line })
    expect(finding!.message).toContain(shown)
    expect(finding!.hint).toContain(hint)
  })
})
