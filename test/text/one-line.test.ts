import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from '../../src/text/one-line.ts'
import { visible } from '../../src/text/visible.ts'

describe('one line', () => {
  it.each([
    ['', ''],
    [' a ', 'a'],
    ['a\nb', 'a b'],
    ['a  b', 'a b'],
    ['a \t b', 'a b'],
    ['a\u00a0b\u2028c', 'a b c'],
    ['a\u0000b', 'a\\u{0}b'],
  ])('of %j is %j', (text, line) => {
    expect(oneLine(text)).toBe(line)
  })

  it('has one space where white space was, whatever it was', () => {
    const text = array(oneof(constantFrom(' ', '\n', '\t', '\u00a0', '\u3000', 'x'), string()))
    assert(
      property(text, (parts) => {
        const words = parts.join('').split(/\s+/)
        expect(oneLine(parts.join(''))).toBe(visible(words.filter((word) => word !== '').join(' ')))
      }),
    )
  })
})
