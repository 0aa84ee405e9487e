import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quote } from '../../src/text/quote.ts'
import { truncate } from '../../src/text/truncate.ts'
import { visible } from '../../src/text/visible.ts'

describe('quote', () => {
  it.each([
    ['my-skill', `'my-skill'`],
    ['', `''`],
    ["it's", `'it's'`],
    ['a\nb\u001b[2J', `'a\\u{a}b\\u{1b}[2J'`],
    ['x'.repeat(256), `'${'x'.repeat(256)}'`],
    ['x'.repeat(257), `'${'x'.repeat(256)}…'`],
    ['😀'.repeat(128), `'${'😀'.repeat(128)}'`],
    [`x${'😀'.repeat(128)}`, `'x${'😀'.repeat(127)}…'`],
    ['\u{e0041}'.repeat(1000), `'${'\\u{e0041}'.repeat(28)}…'`],
  ])('shows %j as %s', (value, shown) => {
    expect(quote(value)).toBe(shown)
  })

  it('B11: is short, on one line and shows all, whatever the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (value) => {
        const shown = quote(value)
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(768 + 5)
        expect(shown.isWellFormed()).toBe(true)
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(visible(shown)).toBe(shown)
      }),
    )
  })
})

describe('truncate', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab'],
    ['abc', 0, ''],
    ['😀😀', 1, '😀'],
    ['a😀b', 2, 'a😀'],
    ['\ud800a', 1, '\ud800'],
    ['', 5, ''],
  ])('%j cut to %d code points is %j', (text, max, cut) => {
    expect(truncate(text, max)).toBe(cut)
  })
})

describe('visible', () => {
  it.each([
    ['plain text, é, 技能, 😀', 'plain text, é, 技能, 😀'],
    ['warning ⚠\ufe0f', 'warning ⚠\ufe0f'],
    ['a\u00a0b', 'a\u00a0b'],
    ['\t\r\n', '\\u{9}\\u{d}\\u{a}'],
    ['\u0000\u007f\u009b', '\\u{0}\\u{7f}\\u{9b}'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['\ufeff\u200b\u200d\u2060\u00ad', '\\u{feff}\\u{200b}\\u{200d}\\u{2060}\\u{ad}'],
    ['\u202e\u2066\u200f\u061c', '\\u{202e}\\u{2066}\\u{200f}\\u{61c}'],
    ['\u3164\u115f\uffa0\u034f', '\\u{3164}\\u{115f}\\u{ffa0}\\u{34f}'],
    ['\ufe00\u{e0100}', '\\u{fe00}\\u{e0100}'],
    ['\u{e0041}\u{e007f}', '\\u{e0041}\\u{e007f}'],
    ['\ud800x\udfff', '\\u{d800}x\\u{dfff}'],
  ])('E1, E2: shows %j as %s', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })
})
