import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeRegions } from '../../src/skill/code-regions.ts'
import { cpuTime } from '../cpu-time.ts'

/** The text with all that is code replaced by `#`. */
function withoutCode(text: string): string {
  let plain = ''
  let at = 0
  for (const { start, end } of codeRegions(text)) {
    plain += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, '#')
    at = end
  }
  return plain + text.slice(at)
}

describe('codeRegions', () => {
  it.each([
    ['a span', 'a `b` c', 'a ### c'],
    ['a span of two backticks', 'a ``b ` c`` d', 'a ######### d'],
    ['backticks without a partner', 'a `b ``c d', 'a `b ``c d'],
    ['runs of different length', '`a`` b` c', '####### c'],
    ['a span over two lines', 'a `b\nc` d', 'a ##\n## d'],
    ['no span over a blank line', 'a `b\n\nc` d', 'a `b\n\nc` d'],
    ['no span from one heading to the next', '# a `b\n# c` d', '# a `b\n# c` d'],
    ['no span from a paragraph to a heading', 'a `b\n# c` d', 'a `b\n# c` d'],
    ['no span from one list item to the next', '- a `b\n- c` d', '- a `b\n- c` d'],
    ['an escaped backtick', 'a \\`b` c `d`', 'a \\`b#####d`'],
    ['an escaped backslash', 'a \\\\`b` c', 'a \\\\### c'],
    ['no escapes within a span', '`a\\` b', '#### b'],
    ['a shell command', 'x !`ls $1` y', 'x !####### y'],
    ['a fence', 'a\n```sh\nb\n```\nc', 'a\n#####\n#\n###\nc'],
    ['a fence of tildes', '~~~ a ` b\nc\n~~~\nd', '#########\n#\n###\nd'],
    ['a longer closing fence', '```\na\n`````\nb', '###\n#\n#####\nb'],
    ['a shorter run in a fence', '````\n```\n````\nb', '####\n###\n####\nb'],
    ['another kind of run in a fence', '```\n~~~\n```\nb', '###\n###\n###\nb'],
    ['no closing fence with text behind it', '```\na\n``` b\n```\nc', '###\n#\n#####\n###\nc'],
    ['a fence that nothing closes', 'a\n```\nb\n\nc', 'a\n###\n#\n\n#'],
    ['a fence indented by three spaces', '   ```\n   a\n   ```\nb', '######\n####\n######\nb'],
    ['a closing fence indented by four', '```\na\n    ```\nb', '###\n#\n#######\n#'],
    ['a fence that is a span', 'a\n```b``` c', 'a\n####### c'],
    ['a fence right behind a paragraph', 'a\n```\nb\n```\nc', 'a\n###\n#\n###\nc'],
    [
      'a fence in a list',
      '1. a\n\n   ```\n   b\n\n   c\n   ```\nd',
      '1. a\n\n######\n####\n\n####\n######\nd',
    ],
    ['a fence at a list marker', '- ```\n  a\n  ```\n- b', '#####\n###\n#####\n- b'],
    [
      'a fence in a nested list',
      '- a\n  - b\n\n    ```\n    c\n    ```\nd',
      '- a\n  - b\n\n#######\n#####\n#######\nd',
    ],
    ['a fence that ends with its list', '- ```\n  a\n\nb', '#####\n###\n\nb'],
    ['a fence in a quote', '> ```\n> a\n> ```\n> b', '#####\n###\n#####\n> b'],
    ['a fence that ends with its quote', '> ```\n> a\nb', '#####\n###\nb'],
    ['a fence behind a tab', '-\ta\n\n\t```\n\tb\n\t```\nc', '-\ta\n\n####\n##\n####\nc'],
    ['a span in a quote', '> a `b\n> c` d', '> a ##\n#### d'],
    ['a rule before a span', '* * *\n`a` b', '* * *\n### b'],
    ['an underlined heading', 'a `b\n===\nc` d', 'a `b\n===\nc` d'],
    ['no code in a comment', '<!--\n```\n-->\na', '<!--\n```\n-->\na'],
    ['code behind a comment', '<!-- ` -->\n`a` b', '<!-- ` -->\n### b'],
    ['no code in indented text alone', 'a\n\n    b\n\nc', 'a\n\n    b\n\nc'],
    ['a span in indented text', 'a\n\n    `b`\n\nc', 'a\n\n    ###\n\nc'],
    ['CRLF', '```\r\na\r\n```\r\nb', '####\n##\n####\nb'],
    ['nothing', '', ''],
  ])('finds %s', (_, text, plain) => {
    expect(withoutCode(text)).toBe(plain)
  })

  it('finds a fence whose lines end with a lone CR', () => {
    expect(codeRegions('a\r```\rb\r```\rc')).toMatchObject([{ start: 2, end: 12 }])
  })

  it('gives regions in their order that do not touch the same character twice', () => {
    const part = fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      ' ',
      '    ',
      '- ',
      '1. ',
      '> ',
      '\\',
      'a',
      '<!--',
      '-->',
    )
    const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (value) => {
        let at = 0
        for (const { start, end } of codeRegions(value)) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(at).toBeLessThanOrEqual(value.length)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['lone backticks', '`a'],
    ['escapes', '\\`'],
    ['runs of three lengths', '` `` ``` '],
    ['quotes', '> '],
    ['quoted lines', '>\n'],
    ['list markers', '- '],
    ['stars', '* '],
    ['nested lists', `${'- '.repeat(40)}\n`],
    ['blank lines', '\n'],
    ['fences', '```\n'],
    ['open comments', '<!--\n'],
    ['tabs', '\t'],
  ])('reads a quarter of a mebibyte of %s at once', (_, part) => {
    const text = part.repeat(Math.floor((256 * 1024) / part.length))
    expect(cpuTime(() => codeRegions(text))).toBeLessThan(3000)
  })

  it('reads blank lines in deeply nested lists at once', () => {
    const text = '- '.repeat(50_000) + '\n'.repeat(200_000)
    expect(cpuTime(() => codeRegions(text))).toBeLessThan(3000)
  })
})
