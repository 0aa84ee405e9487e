import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childUri, pathOfUri, uriOfPath } from '../../src/sep2640/uri-path.ts'

describe('the path of a resource URI', () => {
  it.each([
    ['skill://refunds/SKILL.md', 'refunds/SKILL.md'],
    ['SKILL://acme/billing/refunds/SKILL.md', 'acme/billing/refunds/SKILL.md'],
    ['skill://Acme/SKILL.md', 'Acme/SKILL.md'],
    ['skill://my%20skill/a%25b.md', 'my skill/a%b.md'],
    ['skill://x/%53KILL.md', 'x/SKILL.md'],
    ['skill://x/Q&A.md', 'x/Q&A.md'],
    ['skill://x/%252e%252e/y', 'x/%2e%2e/y'],
    ['skill://prüfung/SKILL.md', 'prüfung/SKILL.md'],
    ['github://owner/repo/skills/refunds/SKILL.md', 'github:/owner/repo/skills/refunds/SKILL.md'],
    ['GitHub://owner/refunds/SKILL.md', 'github:/owner/refunds/SKILL.md'],
    ['git+ssh://owner/refunds/SKILL.md', 'git+ssh:/owner/refunds/SKILL.md'],
  ])('of %s is %s', (uri, path) => {
    expect(pathOfUri(uri)).toBe(path)
  })

  it.each([
    ['B1', 'skill://../SKILL.md', 'PATH_TRAVERSAL'],
    ['B1', 'skill://./SKILL.md', 'PATH_TRAVERSAL'],
    ['B2', 'skill:x/SKILL.md', 'INVALID_URI'],
    ['B2', 'skill:///x/SKILL.md', 'INVALID_URI'],
    ['B5', 'skill://u:p@x/SKILL.md', 'PATH_TRAVERSAL'],
    ['B6', 'skill://x/SKILL.md?a', 'INVALID_URI'],
    ['B6', 'skill://x/SKILL.md#', 'INVALID_URI'],
    ['B7', '\tskill://x/SKILL.md', 'INVALID_URI'],
    ['B7', 'skill://x/SKILL.md\n', 'INVALID_URI'],
    ['B9', 'skill://x/%00', 'NULL_BYTE'],
    ['B9', 'skill://x/%', 'INVALID_URI'],
    ['B9', 'skill://x/%c0%ae', 'INVALID_URI'],
    ['B10', 'skill://x/%2e%2e/y', 'PATH_TRAVERSAL'],
    ['B10', 'skill://x/..%2f..%2fetc%2fpasswd', 'PATH_TRAVERSAL'],
    ['B12', 'file:/etc/passwd', 'INVALID_URI'],
    ['B12', 'file:///etc/passwd', 'INVALID_URI'],
    ['A6', 'skill://x/..\\y', 'PATH_TRAVERSAL'],
    ['A24', 'skill://x/a%0Ab', 'INVALID_URI'],
    ['A23', 'skill://x/c:evil', 'PATH_TRAVERSAL'],
    ['also', 'a://x/SKILL.md', 'PATH_TRAVERSAL'],
    ['also', 'skill://github:/x/SKILL.md', 'INVALID_URI'],
    ['also', 'skill://github%3A/x/SKILL.md', 'INVALID_URI'],
    ['also', 'skill://x//y', 'INVALID_URI'],
    ['also', 'skill://x/', 'INVALID_URI'],
    ['also', '', 'INVALID_URI'],
  ])('%s refuses %s', (_, uri, code) => {
    expect(() => pathOfUri(uri)).toThrow(expect.objectContaining({ code }) as Error)
  })

  it('tells every two URIs apart, whatever their schemes, and leads back to the same path', () => {
    const segment = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    const uris = fc
      .tuple(
        fc.constantFrom('skill', 'github', 'file', 'x+y'),
        fc.array(segment, { minLength: 1, maxLength: 4 }),
      )
      .map(([scheme, segments]) => `${scheme}://${segments.map(encodeURIComponent).join('/')}`)
    fc.assert(
      fc.property(uris, (uri) => {
        let path: string
        try {
          path = pathOfUri(uri)
        } catch {
          return
        }
        expect(pathOfUri(uriOfPath(path))).toBe(path)
      }),
    )
  })

  it.each([
    ['B10', 'commas and braces', '{,}'],
    ['B11', 'letters', 'aaa'],
  ])('%s refuses a million %s in no time, in few words', (_, __, piece) => {
    const started = performance.now()
    expect(() => pathOfUri(`skill://x/${piece.repeat(350_000)}`)).toThrow(
      /^.{1,400}longer than 4096 characters$/,
    )
    expect(performance.now() - started).toBeLessThan(50)
  })
})

describe('the URI of a file in a folder', () => {
  it.each([
    ['skill://x', 'a b/c%d.md', 'skill://x/a%20b/c%25d.md'],
    ['SKILL://x%2Dy', 'a.md', 'SKILL://x%2Dy/a.md'],
    ['github://o/r', '#1?.md', 'github://o/r/%231%3F.md'],
  ])('keeps %s as it is written and encodes %s', (folderUri, filePath, uri) => {
    expect(childUri(folderUri, filePath)).toBe(uri)
  })
})
