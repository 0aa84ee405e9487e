import { describe, expect, it } from 'vitest'
import { SkillwayError } from '../../src/errors.ts'
import { parseFilePath } from '../../src/uri/file-path.ts'
import { formatSkillUri } from '../../src/uri/format.ts'
import { parseReference } from '../../src/uri/parse.ts'
import { joinRelative, resolveRelative } from '../../src/uri/relative.ts'
import { outcomeOf } from './outcome.ts'
import { cpuTime } from '../cpu-time.ts'

const MIB = 1024 * 1024

describe('file paths that tools and people give', () => {
  it.each([
    ['A1', '../other/SKILL.md', 'PATH_TRAVERSAL'],
    ['A2', '/etc/passwd', 'PATH_TRAVERSAL'],
    ['A3', '../../etc', 'PATH_TRAVERSAL'],
    ['A4', 'a/../../x', 'PATH_TRAVERSAL'],
    ['A4', 'a/..', 'PATH_TRAVERSAL'],
    ['A4', './x', 'PATH_TRAVERSAL'],
    ['A4', 'a/./x', 'PATH_TRAVERSAL'],
    ['A4', '.', 'PATH_TRAVERSAL'],
    ['A4', 'a//b', 'INVALID_URI'],
    ['A4', 'a/', 'INVALID_URI'],
    ['A4', '', 'INVALID_URI'],
    ['A5', 'SKILL.md\0.png', 'NULL_BYTE'],
    ['A6', '..\\..\\x', 'PATH_TRAVERSAL'],
    ['A6', 'C:\\Windows\\system32', 'PATH_TRAVERSAL'],
    ['A6', 'C:/Windows', 'PATH_TRAVERSAL'],
    ['A6', 'C:relative.txt', 'PATH_TRAVERSAL'],
    ['A24', 'a\nb', 'INVALID_URI'],
    ['A24', 'a\u001b[2J', 'INVALID_URI'],
    ['A24', 'a\u0085b', 'INVALID_URI'],
    ['A24', 'a\ud800', 'INVALID_URI'],
    ['A24', 'x'.repeat(256), 'INVALID_URI'],
    ['A24', `${'x'.repeat(200)}/`.repeat(6), 'INVALID_URI'],
  ])('%s: %j is refused with %s', (_, filePath, code) => {
    expect(outcomeOf(() => parseFilePath(filePath))).toBe(code)
  })

  it.each([
    ['A7', '..%2f'],
    ['A7', '%2e%2e/x'],
    ['A7', '%252e'],
    ['A24', 'x'.repeat(255)],
    ['A24', 'a\u202eb'],
    ['A25', '-rf'],
    ['A25', '$(id)'],
    ['A25', '`id`'],
    ['', 'what?.md'],
    ['', 'C# tips.md'],
    ['', '.env'],
    ['', '...'],
  ])('%s %j is a plain name, taken literally', (_, filePath) => {
    expect(parseFilePath(filePath)).toBe(filePath)
  })

  it('A3: a skill name that climbs is refused before anybody looks for it', () => {
    expect(outcomeOf(() => parseReference('../../etc').segments)).toBe('PATH_TRAVERSAL')
  })
})

describe('hostile references', () => {
  it.each([
    ['B1', 'skill://../SKILL.md', 'PATH_TRAVERSAL'],
    ['B1', 'skill://./SKILL.md', 'PATH_TRAVERSAL'],
    ['B1', 'skill://%2E/SKILL.md', 'PATH_TRAVERSAL'],
    ['B2', 'skill:x/SKILL.md', 'INVALID_URI'],
    ['B2', 'skill:///x/SKILL.md', 'INVALID_URI'],
    ['B5', 'skill://u:p@x/SKILL.md', 'PATH_TRAVERSAL'],
    ['B6', 'skill://x/SKILL.md?x', 'INVALID_URI'],
    ['B6', 'skill://x/SKILL.md?', 'INVALID_URI'],
    ['B6', 'skill://?', 'INVALID_URI'],
    ['B6', 'skill://#x', 'INVALID_URI'],
    ['B7', '\tskill://x', 'INVALID_URI'],
    ['B7', 'skill://x\n', 'INVALID_URI'],
    ['B7', 'skill://x/a\rb', 'INVALID_URI'],
    ['B6', 'skill://x#\\', 'PATH_TRAVERSAL'],
    ['B9', 'skill://x/a%00', 'NULL_BYTE'],
    ['B9', 'skill://x/a%', 'INVALID_URI'],
    ['B9', 'skill://x/a%2', 'INVALID_URI'],
    ['B9', 'skill://x/%zz', 'INVALID_URI'],
    ['B9', 'skill://x/%c0%ae%c0%ae/y', 'INVALID_URI'],
    ['B9', 'skill://x/%ed%a0%80', 'INVALID_URI'],
    ['B9', 'skill://x/%0a', 'INVALID_URI'],
    ['B9', 'skill://x/%c2%85', 'INVALID_URI'],
    ['B10', 'skill://x/a/../b', 'PATH_TRAVERSAL'],
    ['B10', 'skill://x/a/%2e/b', 'PATH_TRAVERSAL'],
    ['B10', 'skill://x/a/.%2e/b', 'PATH_TRAVERSAL'],
    ['B10', 'skill://x//b', 'INVALID_URI'],
    ['B10', 'skill://x/b//', 'INVALID_URI'],
    ['B10', 'skill://x/%2f', 'PATH_TRAVERSAL'],
    ['B10', 'skill://x/%5c', 'PATH_TRAVERSAL'],
    ['B10', 'skill://x/c%3a', 'PATH_TRAVERSAL'],
    ['B12', 'file:/etc/passwd', 'INVALID_URI'],
    ['B12', 'file:etc/passwd', 'INVALID_URI'],
    ['B12', 'FILE:etc/passwd', 'INVALID_URI'],
    ['B12', 'FILE:///', 'INVALID_URI'],
    ['B12', 'mcp:/x', 'INVALID_URI'],
    ['B13', 'http://169.254.169.254/', 'INVALID_URI'],
    ['B139', 'skill:plus/SKILL.md', 'INVALID_URI'],
  ])('%s: %j is refused with %s', (_, reference, code) => {
    expect(outcomeOf(() => parseReference(reference).segments)).toBe(code)
  })

  it.each([
    ['B3', 'SKILL://acme/refunds', 'skill://acme/refunds'],
    ['B4', 'skill://Acme', 'skill://Acme'],
    ['B5', 'skill://user@plus/SKILL.md', 'skill://user%40plus/SKILL.md'],
    ['B5', 'skill://plus:80/SKILL.md', 'skill://plus%3A80/SKILL.md'],
    ['B5', 'skill://[::1]/SKILL.md', 'skill://%5B%3A%3A1%5D/SKILL.md'],
    ['B6', 'skill://x/SKILL.md#part', 'skill://x/SKILL.md'],
    ['B6', 'skill://x/SKILL.md#', 'skill://x/SKILL.md'],
    ['B6', 'skill://x#/../../y', 'skill://x'],
    ['B8', 'skill://x/%53KILL.md', 'skill://x/SKILL.md'],
    ['B8', 'skill://x/%7euser/%c3%a9', 'skill://x/~user/%C3%A9'],
    ['B10', 'skill://x/%252e%252e/y', 'skill://x/%252e%252e/y'],
    ['B13', 'skill://attacker.tld/x', 'skill://attacker.tld/x'],
    ['B139', 'skill://PLUS/SKILL.md', 'skill://PLUS/SKILL.md'],
  ])('%s: %j has one canonical spelling, %s, and names a path and no host', (_, reference, canonical) => {
    const { segments } = parseReference(reference)
    expect(formatSkillUri(segments[0]!, segments.slice(1).join('/') || undefined)).toBe(canonical)
  })

  it('B14: what an upstream calls itself stands behind the label that the host gave it', () => {
    expect(formatSkillUri('evil/acme/refunds', 'SKILL.md')).toBe('skill://evil/acme/refunds/SKILL.md')
  })

  it('keeps names that only look like a scheme, such as those of plug-ins', () => {
    expect(parseReference('plugin:skill')).toEqual({
      form: 'name',
      segments: ['plugin:skill'],
      text: 'plugin:skill',
    })
  })

  it('names the other scheme, also one that hides its letters', () => {
    expect(() => parseReference('http://x')).toThrow("Invalid URI scheme: 'http', expected 'skill'")
    expect(() => parseReference('a\u202eb://x')).toThrow(
      "Invalid URI scheme: 'a\\u{202e}b', expected 'skill'",
    )
  })
})

describe('B11, B15: endless references', () => {
  const endless = [
    ['a name', 'a'.repeat(MIB)],
    ['a URI', `skill://${'a'.repeat(MIB)}`],
    ['a path', `skill://${'a/'.repeat(MIB / 2)}`],
    ['climbing', '../'.repeat(MIB / 3)],
    ['escapes', `skill://${'%2e'.repeat(MIB / 3)}`],
    ['spaces', ' '.repeat(MIB)],
    ['NULs', '\0'.repeat(MIB)],
    ['backslashes', '\\'.repeat(MIB)],
    ['tag characters', '\u{e0041}'.repeat(MIB / 2)],
    ['lone surrogates', '\ud800'.repeat(MIB)],
    ['emoji', `skill://${'😀'.repeat(MIB / 2)}`],
    ['a scheme', `${'技'.repeat(MIB)}://x`],
    ['commas', `skill://${','.repeat(10_000)}`],
    ['braces', `skill://${'{'.repeat(10_000)}`],
    ['braces in a name', '{},'.repeat(10_000)],
    ['a short URI of wide letters', `skill://x/${'%F0%9F%98%80'.repeat(330)}`],
    ['a scheme of wide letters', `${'技'.repeat(4000)}://x`],
  ] as const

  it.each(endless)('%s is refused in no time, with a message under 1 KiB', (_, text) => {
    for (const read of [parseReference, parseFilePath, (link: string) => resolveRelative('a/b.md', link)]) {
      const error = errorOf(() => read(text))
      expect(cpuTime(() => errorOf(() => read(text)))).toBeLessThan(100)
      if (error === undefined) continue
      expect(error).toBeInstanceOf(SkillwayError)
      expect(Buffer.byteLength((error as SkillwayError).message)).toBeLessThan(1024)
    }
    expect(errorOf(() => parseReference(text))).toBeInstanceOf(SkillwayError)
  })

  it('10,000 short segments are refused, not kept', () => {
    expect(outcomeOf(() => parseReference(`skill://${'a/'.repeat(1000)}b`).segments)).toBe('INVALID_URI')
  })

  it('accepts a path of exactly 1,024 bytes, however it is encoded, and not one more', () => {
    const longest = [...Array.from({ length: 5 }, () => '技'.repeat(56)), '技'.repeat(59), 'ab'].join('/')
    expect(Buffer.byteLength(longest)).toBe(1025)
    expect(outcomeOf(() => parseReference(formatSkillUri(longest)).segments)).toBe('INVALID_URI')
    expect(outcomeOf(() => parseReference(formatSkillUri(longest.slice(0, -1))).segments)).toBe(
      longest.slice(0, -1),
    )
  })
})

describe('relative links', () => {
  it.each([
    ['SKILL.md', 'references/a.md', 'references/a.md'],
    ['SKILL.md', './a.md', 'a.md'],
    ['references/b.md', 'a.md', 'references/a.md'],
    ['references/b.md', '../a.md', 'a.md'],
    ['references/deep/b.md', '../../scripts/./x.py', 'scripts/x.py'],
    ['references/b.md', '%2e%2e/a.md', 'references/%2e%2e/a.md'],
    ['SKILL.md', '../a.md', 'PATH_TRAVERSAL'],
    ['references/b.md', '../../a.md', 'PATH_TRAVERSAL'],
    ['references/b.md', 'x/../../../a.md', 'PATH_TRAVERSAL'],
    ['references/b.md', '/etc/passwd', 'PATH_TRAVERSAL'],
    ['references/b.md', '..\\a.md', 'PATH_TRAVERSAL'],
    ['references/b.md', 'C:/a.md', 'PATH_TRAVERSAL'],
    ['references/b.md', 'a\0.md', 'NULL_BYTE'],
    ['references/b.md', '..', 'INVALID_URI'],
    ['SKILL.md', '', 'INVALID_URI'],
  ])('in %s, %j means %s', (from, link, outcome) => {
    expect(outcomeOf(() => resolveRelative(from, link))).toBe(outcome)
  })

  it('may mean a folder, and the skill itself', () => {
    expect(joinRelative('references/b.md', './')).toBe('references')
    expect(joinRelative('references/b.md', '..')).toBe('')
  })
})

function errorOf(read: () => unknown): unknown {
  try {
    read()
    return undefined
  } catch (error) {
    return error
  }
}
