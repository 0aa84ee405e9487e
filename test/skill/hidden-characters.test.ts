import { describe, expect, it } from 'vitest'
import { hiddenCharacters } from '../../src/skill/hidden-characters.ts'

describe('characters that nobody sees', () => {
  it.each([
    ['a bidi override', 'a\u202eb', 1, 'U+202E'],
    ['a bidi isolate', 'a\u2066b\u2069', 2, 'U+2066'],
    ['tag characters', 'a\u{e0041}\u{e0042}\u{e0043}', 3, 'U+E0041 (tag character)'],
    ['tag characters behind a flag that is none', '\u{1f3f4}\u{e0041}\u{e0042}', 2, 'U+E0041'],
    ['a whole text in a flag', `\u{1f3f4}${'\u{e0061}'.repeat(20)}\u{e007f}`, 21, 'U+E0061'],
    ['a zero-width space', 'a\u200bb', 1, 'U+200B (zero-width space)'],
    ['a zero-width joiner between letters', 'a\u200db', 1, 'U+200D'],
    ['a word joiner', 'a\u2060b', 1, 'U+2060'],
    ['a byte order mark inside', 'a\ufeffb', 1, 'U+FEFF'],
    ['a Hangul filler', 'a\u3164b', 1, 'U+3164'],
    ['a direction mark in left-to-right text', 'a\u200fb', 1, 'U+200F'],
    ['variation selectors in a row', 'a\ufe00\ufe01\ufe02', 2, 'U+FE01'],
    ['selectors of the supplement behind a letter', 'a\u{e0100}\u{e0101}', 2, 'U+E0100'],
    ['joiners in a row behind an emoji', '👩\u200d\u200d', 2, 'U+200D'],
  ])('are found: %s', (_what, text, count, kind) => {
    const found = hiddenCharacters(text)!
    expect(found.count).toBe(count)
    expect(found.kinds[0]).toContain(kind)
    expect(text.slice(found.index)).toMatch(/^\p{Default_Ignorable_Code_Point}/u)
  })

  it.each([
    ['ASCII', 'plain text\n'],
    ['Latin letters', 'naïve größe'],
    ['emoji sequences', '👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️ ✌🏽 1️⃣ 👩🏽‍💻'],
    ['flags of regions', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Hindi with a joiner', 'क्‍ष'],
    ['Hebrew with direction marks', 'שלום\u200f (abc)\u200e'],
    ['Thai with zero-width spaces', 'ภาษา\u200bไทย'],
    ['an ideograph with a selector', '葛\u{e0100}'],
    ['a soft hyphen', 'Donau\u00addampf'],
    ['an old Hangul syllable', '\u1112\u119e\u11ab \u115f\u1161'],
    ['Mongolian with a selector', '\u182d\u180b'],
  ])('are not: %s', (_what, text) => {
    expect(hiddenCharacters(text)).toBeUndefined()
  })

  it.each(['\u200b', '\u200e', '\ufe00', '\u{e0041}'])('are counted in linear time: %j', (character) => {
    const start = performance.now()
    expect(hiddenCharacters(`ab${character.repeat(200_000)}`)!.count).toBeGreaterThan(199_998)
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
