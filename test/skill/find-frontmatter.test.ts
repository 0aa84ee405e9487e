import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../src/skill/limits.ts'
import { parseSkillHead } from '../../src/skill/parse-head.ts'
import { AT, bytesOf, codesOf, parseText, withFields } from './skill-text.ts'

const FIELDS = 'name: alpha\ndescription: One thing.\n'

describe('where frontmatter begins and ends', () => {
  it.each([
    ['LF', `---\n${FIELDS}---\nBody\n`, 'Body\n'],
    ['CRLF', `---\r\n${FIELDS.replaceAll('\n', '\r\n')}---\r\nBody\r\n`, 'Body\r\n'],
    ['a lone CR', `---\r${FIELDS.replaceAll('\n', '\r')}---\rBody\r`, 'Body\r'],
    ['blanks and tabs behind the hyphens', `---\t \n${FIELDS}--- \t\nBody\n`, 'Body\n'],
    ['the end of the file behind the closing line', `---\n${FIELDS}---`, ''],
    ['a BOM', `\ufeff---\n${FIELDS}---\nBody\n`, 'Body\n'],
    ['blank lines before it', `\n \t\n\n---\n${FIELDS}---\nBody\n`, 'Body\n'],
    ['an HTML comment of one line before it', `<!-- x -->\n---\n${FIELDS}---\nBody\n`, 'Body\n'],
    [
      'HTML comments of several lines before it',
      `<!--\n---\n-->\n\n<!-- y --> \n---\n${FIELDS}---\nBody\n`,
      'Body\n',
    ],
    ['a BOM and blank lines before it', `\ufeff\r\n---\r\n${FIELDS}---\nBody\n`, 'Body\n'],
    ['four hyphens, which are no fence', `---\n${FIELDS}license: |\n  MIT\n#----\n---\nBody\n`, 'Body\n'],
    ['rules in the body', `---\n${FIELDS}---\nA\n---\nB\n`, 'A\n---\nB\n'],
    ['hyphens in a value', `---\n${FIELDS}license: a --- b\n---\nBody\n`, 'Body\n'],
    ['indented hyphens in a block', `---\n${FIELDS}license: |\n  a\n  ---\n  b\n---\nBody\n`, 'Body\n'],
  ])('C14: is seen with %s', (_what, text, body) => {
    const { skill } = parseText(text)
    expect(skill).toMatchObject({ name: 'alpha', description: 'One thing.', body })
  })

  it.each([
    ['an empty file', '', 'FRONTMATTER_MISSING'],
    ['only a BOM', '\ufeff', 'FRONTMATTER_MISSING'],
    ['only blank lines', '\n\n \n', 'FRONTMATTER_MISSING'],
    ['prose', '# Title\n\n---\nname: x\n---\n', 'FRONTMATTER_MISSING'],
    ['text behind a comment', '<!-- a --> b\n---\nname: x\n---\n', 'FRONTMATTER_MISSING'],
    ['a comment that never ends', '<!-- a\n---\nname: x\n---\n', 'FRONTMATTER_MISSING'],
    ['two hyphens', '--\nname: x\n--\n', 'FRONTMATTER_MISSING'],
    ['four hyphens', '----\nname: x\n----\n', 'FRONTMATTER_MISSING'],
    ['an indented fence', ' ---\nname: x\n ---\n', 'FRONTMATTER_MISSING'],
    ['text behind the opening hyphens', '--- x\nname: x\n---\n', 'FRONTMATTER_MISSING'],
    ['no closing line', `---\n${FIELDS}\nBody\n`, 'FRONTMATTER_UNCLOSED'],
    ['only the opening line', '---', 'FRONTMATTER_UNCLOSED'],
    ['an indented closing line', `---\n${FIELDS} ---\n`, 'FRONTMATTER_UNCLOSED'],
    ['text behind the closing hyphens', `---\n${FIELDS}--- x\n`, 'FRONTMATTER_UNCLOSED'],
  ])('C14: is not seen with %s', (_what, text, code) => {
    const parsed = parseText(text)
    expect(parsed.skill).toBeUndefined()
    expect(codesOf(parsed)).toEqual([code])
  })

  it.each([
    ['blank lines', '\n\n', ''],
    ['a comment', '<!-- generated -->\n', ''],
    ['a lone CR', '', '\r'],
  ])('is not listable with %s', (_what, before, lineEnd) => {
    const text = lineEnd === '' ? withFields() : withFields().replaceAll('\n', lineEnd)
    expect(parseText(before + text).skill!.listable).toBe(false)
  })

  it('counts the lines of what stands before the frontmatter', () => {
    const { diagnostics } = parseText(`<!--\r\n x\r\n-->\r\n\r---\n${FIELDS}version: 1\n---\nBody\n`)
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['FRONTMATTER_NOT_FIRST', 5],
      ['UNKNOWN_FIELD', 8],
    ])
  })
})

describe('how large frontmatter may be', () => {
  it('is 64 KiB, inclusive', () => {
    expect(parseText(withBytes(LIMITS.frontmatterBytes)).skill?.body).toBe('Body\n')
  })

  it.each([1, 4096, 1_000_000])('C6: is not %i bytes more', (more) => {
    const parsed = parseText(withBytes(LIMITS.frontmatterBytes + more))
    expect(parsed.skill).toBeUndefined()
    expect(codesOf(parsed)).toEqual(['FRONTMATTER_TOO_LARGE'])
  })

  it.each([
    [-1, 'Body\n'],
    [0, 'Body\n'],
    [1, 'Body\n'],
    [2, undefined],
  ])('leaves the body whole where its last line ends at the edge of a head: %i', (offset, body) => {
    const head = `<!--${'x'.repeat(4089)}-->\r\n---\r\n${FIELDS}license: `
    const fence = '\r\n---\r\n'
    const fill = 4096 + LIMITS.frontmatterBytes - bytesOf(head + fence).length + offset
    expect(parseText(`${head}${'x'.repeat(fill)}${fence}Body\n`).skill?.body).toBe(body)
  })

  it('C18: a scalar of 8 MiB is refused at once', () => {
    const bytes = bytesOf(withBytes(8 * 1024 * 1024))
    const start = performance.now()
    expect(codesOf(parseSkillHead(bytes.subarray(0, 72 * 1024), AT)!)).toEqual(['FRONTMATTER_TOO_LARGE'])
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it.each([
    ['blank lines', '\n'.repeat(5000)],
    ['a comment', `<!-- ${'x'.repeat(5000)} -->\n`],
  ])('does not begin behind 5,000 bytes of %s', (_what, before) => {
    expect(codesOf(parseText(before + withFields()))).toEqual(['FRONTMATTER_MISSING'])
  })
})

describe('the head from the first bytes of a file', () => {
  it.each([
    ['frontmatter without an end', `---\nlicense: ${'x'.repeat(70_000)}`, 'FRONTMATTER_TOO_LARGE'],
    ['blanks behind the closing hyphens', `---\n${FIELDS}---${' '.repeat(70_000)}`, 'FRONTMATTER_TOO_LARGE'],
    ['one long line', 'x'.repeat(70_000), 'FRONTMATTER_MISSING'],
    ['blank lines', '\n'.repeat(70_000), 'FRONTMATTER_MISSING'],
    ['a comment without an end', `<!--${' '.repeat(70_000)}`, 'FRONTMATTER_MISSING'],
  ])('is decided within 68 KiB: %s', (_what, text, code) => {
    const bytes = bytesOf(text)
    const whole = codesOf(parseText(text))
    const head = parseSkillHead(bytes.subarray(0, 68 * 1024), AT)
    expect(codesOf(head!)).toEqual([code])
    expect(whole).toEqual([code])
  })

  it('needs all of a file that is written in headings', () => {
    const bytes = bytesOf('# Skill: alpha\n\nDoes it.\n\n## Instructions\nGo.\n')
    expect(parseSkillHead(bytes, AT)).toBeUndefined()
    expect(parseSkillHead(bytes, { ...AT, complete: true })?.skill?.name).toBe('alpha')
  })
})

/** A skill whose frontmatter has this many bytes. */
function withBytes(bytes: number): string {
  const rest = bytes - bytesOf(`${FIELDS}license: \n`).length
  return `---\n${FIELDS}license: ${'x'.repeat(rest)}\n---\nBody\n`
}
