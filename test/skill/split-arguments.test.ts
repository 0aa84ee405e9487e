import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitArguments } from '../../src/skill/split-arguments.ts'
import { cpuTime } from '../cpu-time.ts'

describe('splitArguments', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['   ', []],
    ['one', ['one']],
    ['Alice Company formal', ['Alice', 'Company', 'formal']],
    ['  a   b ', ['a', 'b']],
    ['a\tb\nc\r\nd', ['a', 'b', 'c', 'd']],
    ['a\u00a0b\u3000c\u2028d\u0085e\u001ff', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['a\ufeffb\u200bc', ['a\ufeffb\u200bc']],
    ['"two words" last', ['two words', 'last']],
    [`'two words' last`, ['two words', 'last']],
    [`don't stop`, [`don't`, 'stop']],
    [`the dogs' and cats' food`, ['the', `dogs'`, 'and', `cats'`, 'food']],
    [`'don't stop' now`, [`don't stop`, 'now']],
    [`"it's fine" ok`, [`it's fine`, 'ok']],
    [`'say "hi" now'`, ['say "hi" now']],
    ['"open until the end', ['"open', 'until', 'the', 'end']],
    [`'tis the season`, [`'tis`, 'the', 'season']],
    ['"', ['"']],
    ['" "', [' ']],
    ['""', ['']],
    [`'' x ""`, ['', 'x', '']],
    ['a"b c"d', ['a"b', 'c"d']],
    ['"a"b c"', ['a"b c']],
    ['"a"b', ['"a"b']],
    ['--name="a b"', ['--name="a', 'b"']],
    ['5" 6"', ['5"', '6"']],
    [String.raw`C:\dir "D:\my dir"`, [String.raw`C:\dir`, String.raw`D:\my dir`]],
    ['"line\nbreak" x', ['line\nbreak', 'x']],
    ['$1 $ARGUMENTS `id` $(id)', ['$1', '$ARGUMENTS', '`id`', '$(id)']],
  ])('%j are the words %j', (text, words) => {
    expect(splitArguments(text)).toEqual(words)
  })

  it('gives back words that were put in quotes', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('"'))
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(splitArguments(words.map((text) => `"${text}"`).join(' '))).toEqual(words)
      }),
    )
  })

  it('loses nothing but white space and quotes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '"', "'") })
    fc.assert(
      fc.property(text, (value) => {
        expect(bare(splitArguments(value).join(''))).toBe(bare(value))
      }),
    )
  })

  it.each(['a ', '"a ', `'a" `, '"', `"'`, '\u3000'])('splits a mebibyte of %j at once', (part) => {
    const text = part.repeat(Math.floor((1024 * 1024) / part.length))
    expect(cpuTime(() => splitArguments(text))).toBeLessThan(2000)
  })
})

function bare(text: string): string {
  return text.replaceAll(/[\s"']/g, '')
}
