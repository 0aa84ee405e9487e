import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractReferences, lintReferences } from '../../src/skill/references.ts'
import { filesBelow } from './files-below.ts'
import { caseFixture, casesOf } from '../case-fixture.ts'
import { cpuTime } from '../cpu-time.ts'

function targetsOf(body: string): string[] {
  return extractReferences(body).map(({ target }) => target)
}

describe('extractReferences', () => {
  it.each<[string, string, string[]]>([
    ['a link', '[a](references/guide.md)', ['references/guide.md']],
    ['a link with a title', '[a](b.md "t") [c](d.md \'t\') [e](f.md (t))', ['b.md', 'd.md', 'f.md']],
    ['a link over two lines', '[a\nb](c.md\n"t")', ['c.md']],
    ['an image', '![a](img.svg)', ['img.svg']],
    ['an image in a link', '[![a](img.png)](b.md)', ['img.png', 'b.md']],
    ['a link in angle brackets', '[a](<my file.md>) [b](<x(y.md> "t")', ['my file.md', 'x(y.md']],
    [
      'percent-encoding',
      '[a](my%20file.md) [b](100%25.md) [c](%E6%8A%80.md)',
      ['my file.md', '100%.md', '技.md'],
    ],
    ['malformed percent-encoding', '[a](100%.md)', ['100%.md']],
    ['an anchor', '[a](a.md#part) [b](a.md?raw=1#x)', ['a.md', 'a.md']],
    ['parentheses', '[a](b(c).md) [d](e\\).md)', ['b(c).md', 'e).md']],
    [
      'escapes and character references',
      '[a](b\\_c.md) [d](e&amp;f.md) [g](&#x68;.md)',
      ['b_c.md', 'e&f.md', 'h.md'],
    ],
    ['brackets in the text', '[a [b] \\] c](d.md)', ['d.md']],
    ['code in the text', '[the `x]` file](d.md)', ['d.md']],
    ['a definition', 'x [a]\n\n[a]: b.md\n[c d]: <e f.md> "t"', ['b.md', 'e f.md']],
    ['a definition in a quote', '> [a]: b.md', ['b.md']],
    [
      'dots and folders',
      '[a](./b.md) [c](../d.md) [e](references/) [f](..) [g](.)',
      ['./b.md', '../d.md', 'references/', '..', '.'],
    ],
    ['an absolute path', '[a](/etc/hosts)', ['/etc/hosts']],
    ['a backslash', '[a](references\\guide.md)', ['references\\guide.md']],
    ['HTML', '<img src="a.png" alt="x"> <a href=\'b.md\'>x</a> <a href=c.md>', ['a.png', 'b.md', 'c.md']],
    ['HTML in capitals and over two lines', '<IMG\n  SRC = "a&amp;b.png">', ['a&b.png']],
    ['a table', '| a | b |\n|---|---|\n| [x](a.md) | ![y](b.png) |', ['a.md', 'b.png']],
    ['a list and a heading', '# [a](b.md)\n\n- [c](d.md)\n  1. [e](f.md)', ['b.md', 'd.md', 'f.md']],
    ['a footnote with a link', '[^1]: See [a](b.md).', ['b.md']],
    ['text behind an open bracket', '[ [a](b.md)', ['b.md']],
    ['an open comment', 'a <!-- [b](c.md)', ['c.md']],
    [
      'a path in code',
      'Read `references/guide.md`, run `./scripts/x.py`.',
      ['references/guide.md', 'scripts/x.py'],
    ],
  ])('finds %s', (_, body, targets) => {
    expect(targetsOf(body)).toEqual(targets)
  })

  it.each([
    [
      'addresses elsewhere',
      '[a](https://x.test/q.md) [b](HTTP://x) [c](//cdn.test/x.js) [d](www.example.org/x.md) [e](github.com/a/b)',
    ],
    [
      'other schemes',
      '[a](mailto:x@y.test) [b](skill://other/a.md) [c](file:///etc/hosts) [d](javascript:x/y) [e](C:\\x.md)',
    ],
    ['autolinks', '<https://x.test/a.md> <x@y.test>'],
    ['anchors and nothing', '[a](#top) [b]() [c](<>) [d](?x=1)'],
    [
      'places that authors fill in',
      '[a](<file>) [b](references/{name}.md) [c](references/*.md) [d](references/...) [e](${DIR}/a.md) [f](path/to/file.md) [g](references/<topic>.md)',
    ],
    ['bare words', '[text](url) [title](link) [a](LICENSE)'],
    ['indices and calls', 'f[i](0.5) and g[x](y) and a](b.md) and \\[a](b.md)'],
    ['folders of the user', '[a](~/.config/x.md)'],
    ['footnotes', '[^1]: references/guide.md'],
    ['what only begins like a definition', '[note]: this/is a sentence'],
    ['what only begins like a link', '[a] (b.md) [c](d.md [e](<f.md) [g](h.md "t) [i](j k.md)'],
    ['fenced code', '```\n[a](b.md)\n[c]: d.md\n<img src="e.png">\n```\n\n~~~\n[f](g.md)\n~~~'],
    ['a fence that nothing closes', '```\n[a](b.md)'],
    ['fenced code in a list', '- x\n\n  ```\n  [a](b.md)\n  ```'],
    ['indented code', 'x\n\n    [a](b.md)\n'],
    ['links in code spans', '`[a](b.md)` ``[c](`d.md)``'],
    ['comments', '<!-- [a](b.md) -->\n\n<!--\n\n[c](d.md)\n\n-->\n\nx <!-- [e](f.md) --> y'],
    ['commands in code', '`python scripts/x.py in.csv` `cat references/guide.md`'],
    [
      'other code',
      '`references/` `scripts/*.py` `references/<x>.md` `a/references/x.md` `scripts/../x.py` `README.md` `src/a.ts` `references/a`',
    ],
    ['attributes of another name', '<div data-src="a.png" hrefs="b.md">'],
    ['escaped brackets', '[a\\](b.md)'],
  ])('leaves out %s', (_, body) => {
    expect(extractReferences(body)).toEqual([])
  })

  it('counts lines from 1, whatever ends them', () => {
    expect(extractReferences('[a](a.md)\n\n[b](b.md)\r\n[c](c.md)\r[d](d.md) `assets/e.txt`')).toEqual([
      { target: 'a.md', line: 1, form: 'link' },
      { target: 'b.md', line: 3, form: 'link' },
      { target: 'c.md', line: 4, form: 'link' },
      { target: 'd.md', line: 5, form: 'link' },
      { target: 'assets/e.txt', line: 5, form: 'code' },
    ])
  })

  it('reads anything, and finds every link that stands alone', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'é', '技', '-', '_', '+', ',', ';'),
      minLength: 1,
      maxLength: 8,
    })
    const noise = fc.array(
      fc.constantFrom('[', ']', '(', ')', '<', '>', '`', '"', '\\', '!', ':', '\n', '# ', 'a', '<!--'),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(noise, name, (before, file) => {
        const opened = `${before.join('')}\n`
        expect(() => extractReferences(opened)).not.toThrow()
        expect(targetsOf(`x\n\n[a](${encodeURIComponent(file)}.md)\n`)).toEqual([`${file}.md`])
      }),
    )
  })
})

describe('lintReferences', () => {
  const files = [
    'SKILL.md',
    'references/guide.md',
    'references/Style.md',
    'scripts/build.py',
    'assets/a b.png',
  ]

  it('finds nothing wrong with links to files and folders that are there', () => {
    const body =
      '[a](references/guide.md#x) [b](./references/Style.md) [c](references) [d](scripts/) [e](.) [f](assets/a%20b.png)' +
      ' [g](references/../scripts/build.py) [h](SKILL.md) `references/guide.md`'
    expect(lintReferences(body, files)).toEqual([])
  })

  it.each([
    ['[a](references/guid.md)', 'REFERENCE_MISSING', `'references/guide.md'`],
    ['[a](docs/build.py)', 'REFERENCE_MISSING', `'scripts/build.py'`],
    ['[a](references/guide.md/x)', 'REFERENCE_MISSING', `'references/guide.md'`],
    ['![a](logo.png)', 'REFERENCE_MISSING', 'The nearest files are'],
    ['[a](references\\guide.md)', 'REFERENCE_MISSING', `'references/guide.md'`],
    ['[a](%2e%2e%5cx.md)', 'REFERENCE_ESCAPES_SKILL', 'Copy the file'],
    ['[a](References/guide.md)', 'REFERENCE_CASE', `'references/guide.md'`],
    ['[a](references/style.md)', 'REFERENCE_CASE', `'references/Style.md'`],
    ['[a](Scripts/)', 'REFERENCE_CASE', `'scripts'`],
    ['`references/STYLE.md`', 'REFERENCE_CASE', `'references/Style.md'`],
    ['[a](../common.md)', 'REFERENCE_ESCAPES_SKILL', 'Copy the file'],
    ['[a](references/../../x.md)', 'REFERENCE_ESCAPES_SKILL', 'Copy the file'],
    ['[a](%2e%2e/x.md)', 'REFERENCE_ESCAPES_SKILL', 'Copy the file'],
    ['[a](..%2fx.md)', 'REFERENCE_ESCAPES_SKILL', 'Copy the file'],
    ['[a](/references/guide.md)', 'REFERENCE_ESCAPES_SKILL', 'Copy the file'],
    ['[a](..)', 'REFERENCE_ESCAPES_SKILL', 'Copy the file'],
  ])('%j is %s', (body, code, hint) => {
    const findings = lintReferences(`\n\n${body}`, files, { path: 'demo/SKILL.md', firstLine: 5 })
    expect(findings).toMatchObject([{ code, severity: 'error', path: 'demo/SKILL.md', line: 7 }])
    expect(findings[0]!.hint).toContain(hint)
  })

  it('never reports a path in code as missing or leaving, only as misspelled', () => {
    expect(lintReferences('`references/none.md` `scripts/out.csv` `assets/../../x.md`', files)).toEqual([])
  })

  it('tells a composed name from a decomposed one', () => {
    expect(lintReferences('[a](cafe\u0301.md)', ['SKILL.md', 'café.md'])).toMatchObject([
      { code: 'REFERENCE_CASE' },
    ])
  })

  it('says so where a skill has no other file', () => {
    expect(lintReferences('[a](b.md)', ['SKILL.md'])[0]!.hint).toBe('Add the file, or take the link out.')
  })

  it('reports a target once, at its first place', () => {
    expect(lintReferences('x\n[a](b.md)\n[c](b.md#d)\n`references/none.md`', files)).toMatchObject([
      { line: 2 },
    ])
  })

  it('shows hidden characters of a target', () => {
    expect(lintReferences('[a](b\u202e.md)', files)[0]!.message).toBe(
      "Link leads to no file of the skill: 'b\\u{202e}.md'",
    )
  })

  it('words 50 findings and counts the rest', () => {
    const body = Array.from({ length: 80 }, (_, index) => `[a](f${index}.md)`).join('\n')
    const findings = lintReferences(body, files)
    expect(findings).toHaveLength(51)
    expect(findings.at(-1)!.message).toBe(
      '30 more links lead to no file of the skill or are not spelled like it',
    )
  })

  it.each(
    casesOf('reference')
      .filter(({ id }) => ['B130', 'B131', 'B133', 'B150'].includes(id))
      .map((row) => [row.id, row.what, row] as const),
  )('%s: %s', (_, __, row) => {
    const fixture = caseFixture(row)
    try {
      const body = readFileSync(`${fixture.path}/SKILL.md`, 'utf8')
      const findings = lintReferences(body, filesBelow(fixture.path))
      expect(findings.map(({ code }) => code)).toEqual(row.expected['lint'] ?? [])
      expect(findings[0]?.hint ?? '').toContain(row.expected['messageContains'] ?? '')
      expect(findings.map(({ line }) => line)).toEqual(findings.map(() => 6))
    } finally {
      fixture.remove()
    }
  })

  it.each([
    ['open brackets', '['],
    ['links', '[a](b.md) '],
    ['open links', '[](a'],
    ['open angle brackets', '[](<a'],
    ['open titles', '[](a "'],
    ['titles of three kinds', `[](a "x](a 'y](a (`],
    ['open parentheses', '[](((((((('],
    ['definitions', '[a]: b.md "x\n'],
    ['open tags', '<a '],
    ['open attributes', `<a href=${' '.repeat(1000)}`],
    ['open comments', 'a <!-- '],
    ['escapes', '\\'],
    ['code', '`references/a.md` '],
  ])('reads half a mebibyte of %s at once', (_, piece) => {
    const body = piece.repeat(Math.floor((512 * 1024) / piece.length))
    expect(cpuTime(() => lintReferences(body, files))).toBeLessThan(3000)
  })

  it('reads 50,000 different links of a skill of 512 files at once', () => {
    const many = Array.from({ length: 512 }, (_, index) => `references/file-${index}.md`)
    const body = Array.from({ length: 50_000 }, (_, index) => `[a](references/fil-${index}.md)`).join('\n')
    expect(cpuTime(() => lintReferences(body, many))).toBeLessThan(3000)
  })
})
