import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, win32 } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SkillwayError } from '../../src/errors.ts'
import { formatSkillUri } from '../../src/uri/format.ts'
import { parseReference } from '../../src/uri/parse.ts'
import { isAddressable } from '../../src/uri/segment.ts'
import { casesOf } from '../case-fixture.ts'

const CASES = resolve(import.meta.dirname, '../cases')

/** Anything that a file system may hold, with a liking for what means something in a URI, a path or a terminal. */
const HOSTILE_CHARACTERS = [...'./\\%:@?#&=+;,$!*()[]{}<>|^`"\' ~-_', '..', '%2e', '%2F', '%25', '%', 'C:']
const nastyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HOSTILE_CHARACTERS),
      fc.constantFrom(
        '\u202e',
        '\u200b',
        '\ufeff',
        '\u0301',
        'é',
        'e\u0301',
        '技',
        '😀',
        '\u{e0041}',
        '\u00a0',
      ),
      fc.constantFrom('\0', '\n', '\r', '\t', '\u001b', '\u007f', '\u0085', '\ud800', '\udfff'),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const segment = nastyText.map((text) => text.replaceAll('/', '')).filter(isAddressable)
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))

describe('formatSkillUri', () => {
  it.each([
    ['refunds', undefined, 'skill://refunds'],
    ['acme/billing/refunds', 'SKILL.md', 'skill://acme/billing/refunds/SKILL.md'],
    ['my skill', undefined, 'skill://my%20skill'],
    ['技能', 'references/é.md', 'skill://%E6%8A%80%E8%83%BD/references/%C3%A9.md'],
    ['a:b@c', 'a:b@c', 'skill://a%3Ab%40c/a:b@c'],
    ["~a!b$c&d'(e)*+,;=", 'x', "skill://~a!b$c&d'(e)*+,;=/x"],
    ['[x]', '{y}|^`"<>?#%', 'skill://%5Bx%5D/%7By%7D%7C%5E%60%22%3C%3E%3F%23%25'],
  ])('writes %j and %j as %s', (skillPath, filePath, uri) => {
    expect(formatSkillUri(skillPath, filePath)).toBe(uri)
  })

  it.each([
    ['B135', 'B135/odd-names'],
    ['B136', 'B136/plus'],
  ])('%s: gives every file of %s the URI that the case expects, and reads it back', (id, folder) => {
    const root = join(CASES, folder)
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    const skill = folder.split('/')[1]!
    const uris = files.map((file) => formatSkillUri(skill, file))
    expect(new Set(uris)).toEqual(new Set(expectedUris(id) as string[]))
    expect(uris.map((uri) => parseReference(uri).segments.slice(1).join('/'))).toEqual(files)
  })

  it('B140: gives a Windows path, split as Windows does, the URI of any other path', () => {
    const { skill, relative: native } = JSON.parse(
      readFileSync(join(CASES, 'B140/to-uri.json'), 'utf8'),
    ) as Record<'skill' | 'relative', string>
    const filePath = native.split(win32.sep).join('/')
    expect(formatSkillUri(skill, filePath)).toBe('skill://w/references/sub%20dir/a.md')
  })

  it('B138: refuses every dot segment of the case, and so finds no other skill', () => {
    expect(urisOf('B138/dot-segments.json').filter((uri) => segmentsOf(uri) !== undefined)).toEqual([])
  })

  it('B139: takes no authority of the case for the skill that its last part names', () => {
    expect(urisOf('B139/authority.json').filter((uri) => segmentsOf(uri)?.[0] === 'plus')).toEqual([])
  })

  it('throws for a name that no URI can hold', () => {
    expect(() => formatSkillUri('a\ud800')).toThrow(SkillwayError)
    expect(() => formatSkillUri('a', 'b\udc00')).toThrow('it is not valid Unicode')
  })

  it('is undone by parseReference for every addressable name', () => {
    fc.assert(
      fc.property(path, fc.option(path, { nil: undefined }), (skillPath, filePath) => {
        const { form, segments } = parseReference(formatSkillUri(skillPath, filePath))
        expect(form).toBe('uri')
        expect(segments.join('/')).toBe(filePath === undefined ? skillPath : `${skillPath}/${filePath}`)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives two paths two URIs', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        expect(formatSkillUri(one) === formatSkillUri(other)).toBe(one === other)
      }),
    )
  })

  it('gives nothing that the URL class, by which the official SDK compares, would write in another way', () => {
    fc.assert(
      fc.property(path, (skillPath) => {
        const uri = formatSkillUri(skillPath)
        expect(new URL(uri).href).toBe(uri)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('parseReference', () => {
  const spelling = fc
    .array(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.constantFrom('..', '.', '/', '//', '\\', '%2e', '%2E', '%2f', '%5c', '%252e'),
        },
        {
          weight: 2,
          arbitrary: fc.constantFrom('%25', '%00', '\0', '%0a', '\n', 'C:', 'c%3a', '%', '#', '?', '@'),
        },
        {
          weight: 2,
          arbitrary: fc.constantFrom('a', 'skill', 'SKILL.md', 'etc', ' ', '%20', '%c0%ae', '％２ｅ'),
        },
        { weight: 1, arbitrary: nastyText },
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(''))
  const reference = fc.tuple(fc.constantFrom('skill://', 'SKILL://', 'skill:///', 'skill:', ''), spelling)

  it('never gives a segment that could mean anything but a plain name, whatever the spelling', () => {
    let accepted = 0
    fc.assert(
      fc.property(reference, ([scheme, rest]) => {
        const segments = segmentsOf(scheme + rest)
        if (segments === undefined) return
        accepted++
        for (const each of segments) {
          expect(['', '.', '..']).not.toContain(each)
          expect(each).not.toMatch(/[/\\\u0000-\u001f\u007f-\u009f]|^[A-Za-z]:/)
        }
      }),
      { numRuns: 10_000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })

  it('gives one skill for all its spellings, with or without a slash at the end', () => {
    for (const text of [
      'python-expert',
      'skill://python-expert',
      'skill://python-expert/',
      'python-expert/',
    ]) {
      expect(parseReference(text).segments).toEqual(['python-expert'])
    }
  })
})

function segmentsOf(reference: string): string[] | undefined {
  try {
    return parseReference(reference).segments
  } catch (error) {
    if (error instanceof SkillwayError) return undefined
    throw error
  }
}

function urisOf(file: string): string[] {
  return (JSON.parse(readFileSync(join(CASES, file), 'utf8')) as { uris: string[] }).uris
}

function expectedUris(id: string): unknown {
  return casesOf('reference').find((each) => each.id === id)!.expected['uris']
}
