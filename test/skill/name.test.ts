import { describe, expect, it } from 'vitest'
import { isListableName, readName } from '../../src/skill/name.ts'
import { proposeName } from '../../src/skill/propose-name.ts'
import type { JsonValue } from '../../src/skill/types.ts'
import { findingOf, parseText, withFrontmatter } from './skill-text.ts'

const PLACE = { path: 'x/SKILL.md', lineOf: () => 2, sourceOf: () => undefined }

/** A name in a folder of the same name, unless another is given. */
function read(given: JsonValue, folderName = typeof given === 'object' ? 'folder' : String(given)) {
  const { name, diagnostics } = readName({ name: given }, folderName, PLACE)
  return { name, codes: diagnostics.map(({ code }) => code), diagnostics }
}

describe('a name', () => {
  it.each(['a', '0', 'pdf', 'a-b-c', '123', 'null', 'n'.repeat(64)])(
    'conforms and is listable: %s',
    (name) => {
      expect(read(name)).toMatchObject({ name, codes: [] })
      expect(isListableName(name)).toBe(true)
    },
  )

  it.each([
    ['A', 'capital', 'a'],
    ['PDF Tools', 'white space', 'pdf-tools'],
    ['-a', 'begins or ends with a hyphen', 'a'],
    ['a-', 'begins or ends with a hyphen', 'a'],
    ['a--b', 'two hyphens', 'a-b'],
    ['a_b', "'_'", 'a-b'],
    ['v1.2', "'.'", 'v1-2'],
    ['contact/android', "'/'", 'contact-android'],
    ['ns:tool', "':'", 'ns-tool'],
    ['🚀-ship', 'U+1F680', 'ship'],
    ['a ', 'white space', 'a'],
    ['École', 'capital', 'ecole'],
    ['pdf\u200b', 'U+200B', 'pdf'],
    ['a\u00adb', 'U+00AD', 'ab'],
  ])('C12: %s loads with the rule that it breaks, and a valid name', (name, rule, valid) => {
    const { name: loaded, diagnostics } = read(name)
    const found = diagnostics.find(({ code }) => code === 'NAME_INVALID')!
    expect(loaded).toBe(name)
    expect(found).toMatchObject({ severity: 'warning', line: 2, hint: `Write: name: ${valid}` })
    expect(found.message).toContain(rule)
    expect(isListableName(name)).toBe(false)
    expect(isListableName(valid)).toBe(true)
  })

  it('C12: longer than 64 characters loads, and says how long it is', () => {
    const { codes, diagnostics } = read('n'.repeat(65))
    expect(codes).toEqual(['NAME_TOO_LONG'])
    expect(diagnostics[0]!.message).toContain('65')
    expect(read('é'.repeat(64)).codes).toEqual(['NAME_NOT_ASCII'])
    expect(read('𠀀'.repeat(64)).codes).toEqual(['NAME_NOT_ASCII'])
    expect(read('𠀀'.repeat(65)).codes).toEqual(['NAME_TOO_LONG'])
  })

  it.each(['навык', '表計算', 'café', 'cafe\u0301', 'naïve-tool', 'ß', 'a²'])(
    'conforms without being listable: %s',
    (name) => {
      expect(read(name).codes.filter((code) => code !== 'NAME_CONFUSABLE')).toEqual(['NAME_NOT_ASCII'])
      expect(isListableName(name)).toBe(false)
    },
  )

  it.each([
    [123, 'a number', '"123"'],
    [true, 'a boolean', '"true"'],
    [['a'], 'a list', 'folder'],
    [{ a: 1 }, 'a map', 'folder'],
  ])('C12: %j is refused', (given, kind, valid) => {
    const { name, codes, diagnostics } = read(given as JsonValue)
    expect(name).toBeUndefined()
    expect(codes).toEqual(['NAME_NOT_STRING'])
    expect(diagnostics[0]).toMatchObject({ severity: 'error', hint: expect.stringContaining(valid) })
    expect(diagnostics[0]!.message).toContain(kind)
  })

  it.each(['..', '.', '../x', 'a/../b', '/etc', 'C:/x', 'a\\b', 'a\nb', 'a\u0000', 'a\u007f'])(
    'that is no name but a path or worse is refused: %j',
    (name) => {
      expect(read(name)).toMatchObject({ name: undefined, codes: ['NAME_UNSAFE'] })
    },
  )

  it.each([[null], [''], [' \t'], ['\n']])('C12: %j gives way to the name of the folder', (given) => {
    expect(read(given, 'folder')).toMatchObject({ name: 'folder', codes: ['NAME_MISSING'] })
  })

  it('is required where there is no folder', () => {
    const { name, diagnostics } = readName({ description: 'x' }, undefined, PLACE)
    expect(name).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'NAME_MISSING', severity: 'error' }])
  })

  it('in a block of text is read without its line end, which is reported', () => {
    const { skill, diagnostics } = parseText(withFrontmatter('name: >', '  alpha', 'description: x'))
    expect(skill).toMatchObject({ name: 'alpha', listable: false, frontmatter: { name: 'alpha\n' } })
    expect(findingOf({ skill, diagnostics }, 'NAME_INVALID')).toBeDefined()
  })
})

describe('a name and its folder', () => {
  it.each([
    ['pdf-tools', 'pdf', true],
    ['pdf', 'PDF', true],
    ['café', 'cafe\u0301', false],
    ['cafe\u0301', 'café', false],
    ['pdf', 'pdf', false],
  ])('%s in %s: they differ is %s', (name, folder, differ) => {
    expect(read(name, folder).codes.includes('NAME_DIR_MISMATCH')).toBe(differ)
  })

  it('are told apart with both names, and a way out', () => {
    const { diagnostics } = read('pdf-tools', 'pdf')
    expect(diagnostics).toMatchObject([
      {
        code: 'NAME_DIR_MISMATCH',
        message: "The name 'pdf-tools' is not the name of its folder, 'pdf'.",
        hint: "Rename the folder to 'pdf-tools', or the skill.",
      },
    ])
  })

  it('do not keep the skill from being listed', () => {
    const { skill } = parseText(withFrontmatter('name: beta', 'description: x'))
    expect(skill).toMatchObject({ name: 'beta', listable: true })
  })

  it('prefer the folder for a name that is invalid', () => {
    expect(read('Top 100 Things', 'top-things').diagnostics[0]!.hint).toBe('Write: name: top-things')
  })
})

describe('a name that looks like another', () => {
  it.each([
    ['рdf', 'pdf'],
    ['pdf-tооls', 'pdf-tools'],
    ['сор', 'cop'],
    ['ｐdf', 'pdf'],
    ['pdf\u200b', 'pdf'],
    ['p\u{e0041}df', 'pdf'],
    ['οpen', 'open'],
  ])('is reported: %s', (name, other) => {
    const found = read(name).diagnostics.find(({ code }) => code === 'NAME_CONFUSABLE')
    expect(found!.message).toContain(`'${other}'`)
  })

  it.each(['навык', '表計算', 'café', 'навык-pdf', '表計算-pdf', 'größe', 'κείμενο'])(
    'is not one of another script: %s',
    (name) => {
      expect(read(name).codes).not.toContain('NAME_CONFUSABLE')
    },
  )
})

describe('a name that Windows reserves', () => {
  it.each(['con', 'prn', 'aux', 'nul', 'com1', 'lpt9', 'com¹', 'NUL'])('is reported: %s', (name) => {
    expect(read(name).codes).toContain('NAME_RESERVED_WINDOWS')
  })

  it.each(['console', 'com', 'com10', 'con-tools', 'null'])('is not %s', (name) => {
    expect(read(name).codes).not.toContain('NAME_RESERVED_WINDOWS')
  })
})

describe('a proposed name', () => {
  it.each([
    ['PDF: Tools & More!', 'pdf-tools-more'],
    ['  --x--  ', 'x'],
    ['Größe', undefined],
    [`${'a'.repeat(63)}-b`, 'a'.repeat(63)],
    ['навык', undefined],
    ['🚀', undefined],
    ['', undefined],
  ])('for %j is %j', (text, name) => {
    expect(proposeName(text)).toBe(name)
  })
})
