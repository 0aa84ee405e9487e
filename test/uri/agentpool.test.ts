import { describe, expect, it } from 'vitest'
import { parseReference } from '../../src/uri/parse.ts'
import { outcomeOf } from './outcome.ts'

/**
 * AgentPool's documented, tested and measured answers, and ours. A fourth column says why ours is another one. AgentPool
 * validates names while it parses; here the grammar says only what is safe, and whether a skill of that name exists is the
 * catalog's to say. A path with `/` in its first column stands for decoded segments.
 */
type Row = [input: string, agentpool: string, ours: string, why?: string]

const ANY_NAME = 'names are looked up, not judged: a folder that exists can be loaded'
const SAME_SKILL = 'a guess at another spelling is made when nothing has the exact one'

const TABLE: Row[] = [
  ['skill://python-expert', 'python-expert', 'python-expert'],
  ['skill://python-expert/', 'python-expert', 'python-expert'],
  ['python-expert', 'python-expert', 'python-expert'],
  ['  python-expert  ', 'python-expert', 'python-expert'],
  ['skill://python-expert/SKILL.md', 'python-expert + SKILL.md', 'python-expert/SKILL.md'],
  [
    'skill://python-expert/references/style-guide.md',
    'name + reference',
    'python-expert/references/style-guide.md',
  ],
  ['skill://python-expert/a/b/c/d/file.md', 'name + reference', 'python-expert/a/b/c/d/file.md'],
  ['skill://my%2Dskill', 'my-skill', 'my-skill'],
  ['skill://x/references/%66ile.md', 'x + references/file.md', 'x/references/file.md'],
  ['skill://my%20skill', 'invalid characters', 'my skill', 'the documentation lists it as valid'],
  ['skill://my_skill', 'my-skill', 'my_skill', SAME_SKILL],
  ['my_skill', 'my-skill', 'my_skill', SAME_SKILL],
  ['skill://My-Skill', 'must be lowercase', 'My-Skill', SAME_SKILL],
  ['SKILL://python-expert/a.md', 'reference ignored', 'python-expert/a.md', 'schemes have no letter case'],
  ['Skill://python-expert', 'python-expert', 'python-expert'],
  ['skill:python-expert', 'invalid characters', 'INVALID_URI'],
  ['skill:/python-expert', 'invalid characters', 'INVALID_URI'],
  ['skill://', 'URI is empty', 'INVALID_URI'],
  ['skill:///', 'URI is empty', 'INVALID_URI'],
  ['skill:///python-expert', 'URI is empty', 'INVALID_URI'],
  ['', 'must be non-empty', 'INVALID_URI'],
  ['   ', 'must be non-empty', 'INVALID_URI'],
  ['http://x', 'Invalid URI scheme', 'INVALID_URI'],
  ['file:///..', 'Invalid URI scheme', 'INVALID_URI'],
  ['mcp://x', 'Invalid URI scheme', 'INVALID_URI'],
  ['://x', 'Invalid URI scheme', 'INVALID_URI'],
  ['skill://s/../x', 'Path traversal', 'PATH_TRAVERSAL'],
  ['skill://s/..', 'Path traversal', 'PATH_TRAVERSAL'],
  ['skill://s/a/../b', 'Path traversal', 'PATH_TRAVERSAL'],
  ['skill://s/%2e%2e/x', 'Path traversal', 'PATH_TRAVERSAL'],
  ['skill://s/%2E%2E/x', 'Path traversal', 'PATH_TRAVERSAL'],
  ['skill://s/..%2fx', 'Path traversal', 'PATH_TRAVERSAL'],
  ['skill://s/%252e%252e/x', 's + %2e%2e/x', 's/%2e%2e/x'],
  ['skill://s/./x', 's + ./x', 'PATH_TRAVERSAL', 'one file has one URI, and dots are segments of no path'],
  ['skill://s/...', 'accepted', 's/...'],
  ['skill://s/..b', 'accepted', 's/..b'],
  ['skill://s/..;', 'accepted', 's/..;'],
  ['skill://s/..\\x', 'accepted', 'PATH_TRAVERSAL', 'dangerous on Windows'],
  ['skill://s/..%5cx', 'accepted', 'PATH_TRAVERSAL', 'dangerous on Windows'],
  ['skill://s/C:\\Windows', 'accepted', 'PATH_TRAVERSAL', 'dangerous on Windows'],
  ['skill://s/C:/Windows', 'accepted', 'PATH_TRAVERSAL', 'dangerous on Windows'],
  ['skill://s//etc/passwd', 's + /etc/passwd', 'INVALID_URI', 'refused before any loader sees it'],
  ['skill://s/%2Fetc/passwd', 's + /etc/passwd', 'PATH_TRAVERSAL', 'refused before any loader sees it'],
  ['skill://../x', 'invalid characters', 'PATH_TRAVERSAL', 'says what is wrong with it'],
  ['skill://%2e%2e/x', 'invalid characters', 'PATH_TRAVERSAL', 'says what is wrong with it'],
  ['skill://s%2f..%2fx', 'invalid characters', 'PATH_TRAVERSAL', 'says what is wrong with it'],
  ['skill://s\0', 'null bytes', 'NULL_BYTE'],
  ['skill://s%00', 'null bytes', 'NULL_BYTE'],
  ['s%00', 'null bytes after decoding', 's%00', 'nothing is decoded in a bare name'],
  ['skill://s/a%00b', 'accepted', 'NULL_BYTE', 'the documentation promises it'],
  ['skill://-s', 'hyphen at the edge', '-s', ANY_NAME],
  ['s-', 'hyphen at the edge', 's-', ANY_NAME],
  ['_a', 'hyphen at the edge', '_a', ANY_NAME],
  ['a--b', 'consecutive hyphens', 'a--b', ANY_NAME],
  ['a__b', 'consecutive hyphens', 'a__b', ANY_NAME],
  ['a.b', 'invalid characters', 'a.b', ANY_NAME],
  ['a b', 'invalid characters', 'a b', ANY_NAME],
  ['a@b', 'invalid characters', 'a@b', ANY_NAME],
  ['u:p@a', 'invalid characters', 'PATH_TRAVERSAL', 'begins like a drive letter'],
  ['a:80', 'invalid characters', 'PATH_TRAVERSAL', 'begins like a drive letter'],
  ['a;b', 'invalid characters', 'a;b', ANY_NAME],
  ['a'.repeat(63), 'accepted', 'a'.repeat(63)],
  ['a'.repeat(64), 'accepted', 'a'.repeat(64)],
  ['a'.repeat(65), 'accepted', 'a'.repeat(65)],
  ['a'.repeat(500), 'accepted', 'INVALID_URI', 'no file system has such a name'],
  ['café', 'accepted', 'café'],
  ['cafe\u0301', 'equals the composed form', 'cafe\u0301', ANY_NAME],
  ['技能', 'accepted', '技能'],
  ['skill://%E6%8A%80%E8%83%BD', 'accepted', '技能'],
  ['ｐdf', 'pdf', 'ｐdf', ANY_NAME],
  ['a²', 'a2', 'a²', ANY_NAME],
  ['ß', 'accepted', 'ß'],
  ['École', 'must be lowercase', 'École', ANY_NAME],
  ['ǅx', 'must be lowercase', 'ǅx', ANY_NAME],
  ['😀', 'invalid characters', '😀', ANY_NAME],
  ['a\u200Bb', 'invalid characters', 'a\u200Bb', ANY_NAME],
  ['skill://a%ff', 'invalid characters', 'INVALID_URI'],
  ['skill://a/x#f.md', 'a + x', 'a/x'],
  ['skill://a/x?y=1', 'a + x', 'INVALID_URI', 'a query has no meaning here and would name the wrong file'],
  ['skill://a/x%23f.md', 'a + x#f.md', 'a/x#f.md'],
  ['skill://a/x%3Fy', 'a + x?y', 'a/x?y'],
  ['skill://a\nb/x', 'ab + x', 'INVALID_URI', 'a control character is never dropped in silence'],
  ['skill://local/python-expert', 'local + python-expert', 'local/python-expert'],
  ['skill://server/skill/_manifest', 'server + skill/_manifest', 'server/skill/_manifest'],
]

describe('references as AgentPool reads them (section 1.3)', () => {
  it.each(TABLE.map((row) => [shown(row), row] as const))('%s', (_, [input, , ours]) => {
    expect(outcomeOf(() => parseReference(input).segments)).toBe(ours)
  })
})

const NUMBERED: [row: number, ...Row][] = [
  [1, 'skill://python-expert', 'name', 'python-expert'],
  [2, 'skill://python-expert/', 'name', 'python-expert'],
  [3, 'python-expert', 'name', 'python-expert'],
  [4, '  python-expert  ', 'trimmed', 'python-expert'],
  [5, 'skill://python-expert/references/guide.md', 'reference', 'python-expert/references/guide.md'],
  [6, 'skill://my-skill/a/b/c/d/file.md', 'reference', 'my-skill/a/b/c/d/file.md'],
  [7, 'skill://my%2Dskill', 'my-skill', 'my-skill'],
  [8, 'skill://x/references/%66ile.md', 'references/file.md', 'x/references/file.md'],
  [9, 'skill://my%20skill', 'SecurityError', 'my skill', 'the documentation lists it as valid'],
  [10, 'my_skill', 'my-skill', 'my_skill', SAME_SKILL],
  [11, 'skill://My-Skill', 'must be lowercase', 'My-Skill', SAME_SKILL],
  [12, 'SKILL://alpha/references/guide.md', 'reference ignored', 'alpha/references/guide.md', 'a bug'],
  [13, 'skill://', 'URI is empty', 'INVALID_URI'],
  [14, 'skill:///alpha', 'URI is empty', 'INVALID_URI'],
  [15, '', 'must be non-empty', 'INVALID_URI'],
  [15, '   ', 'must be non-empty', 'INVALID_URI'],
  [16, 'http://my-skill', 'Invalid URI scheme', 'INVALID_URI'],
  [17, 'skill://s/../etc/passwd', 'Path traversal', 'PATH_TRAVERSAL'],
  [18, 'skill://s/refs/../../../etc/passwd', 'Path traversal', 'PATH_TRAVERSAL'],
  [19, 'skill://s/%2e%2e/%2e%2e/secret', 'Path traversal', 'PATH_TRAVERSAL'],
  [20, 'skill://s/..%2F..%2Fetc', 'Path traversal', 'PATH_TRAVERSAL'],
  [21, 'skill://p/t/%%32%65%%32%65', 'accepted', 'INVALID_URI', 'a malformed escape is refused'],
  [22, 'skill://s/%252e%252e/x', 'literal %2e%2e', 's/%2e%2e/x'],
  [23, 'skill://s/./file.md', './file.md', 'PATH_TRAVERSAL', 'one file has one URI'],
  [24, 'skill://s/..\\x', 'accepted', 'PATH_TRAVERSAL', 'a bug'],
  [25, 'skill://s/C:/Windows', 'accepted', 'PATH_TRAVERSAL', 'a bug'],
  [26, 'skill://s//etc/passwd', '/etc/passwd', 'INVALID_URI', 'a bug'],
  [27, 'skill://s\0', 'null bytes', 'NULL_BYTE'],
  [28, 'skill://s%00', 'null bytes', 'NULL_BYTE'],
  [29, 'skill://s/a%00b', 'accepted', 'NULL_BYTE', 'a bug'],
  [30, '-my-skill', 'hyphen at the edge', '-my-skill', ANY_NAME],
  [30, 'my-skill-', 'hyphen at the edge', 'my-skill-', ANY_NAME],
  [31, 'my--skill', 'consecutive hyphens', 'my--skill', ANY_NAME],
  [31, 'a__b', 'consecutive hyphens', 'a__b', ANY_NAME],
  [32, 'my.skill', 'invalid characters', 'my.skill', ANY_NAME],
  [32, 'my/skill', 'invalid characters', 'my/skill', 'a bare name may be a path, as listings print it'],
  [32, 'my skill', 'invalid characters', 'my skill', ANY_NAME],
  [33, 'a'.repeat(63), 'accepted', 'a'.repeat(63)],
  [33, 'a'.repeat(64), 'accepted', 'a'.repeat(64)],
  [34, 'a'.repeat(65), 'accepted', 'a'.repeat(65), 'too long to publish, yet a folder may be called so'],
  [35, 'skill://技能', 'accepted', '技能'],
  [36, 'skill://a/x#f.md', 'silently x', 'a/x', 'a fragment points into a file and names no other'],
  [37, 'skill://a\nb', 'ab', 'INVALID_URI', 'a bug'],
  [38, 'skill://local/alpha', 'local + alpha', 'local/alpha'],
]

describe('references as AgentPool reads them (section 10)', () => {
  it.each(NUMBERED.map(([number, ...row]) => [`row ${number}: ${shown(row)}`, row] as const))(
    '%s',
    (_, [input, , ours]) => {
      expect(outcomeOf(() => parseReference(input).segments)).toBe(ours)
    },
  )
})

function shown([input, agentpool, ours, why]: Row): string {
  const text = JSON.stringify(input.length > 80 ? `${input.slice(0, 20)}… (${input.length})` : input)
  const answer = ours.length > 80 ? `${ours.length} letters` : ours
  return `${text} gives ${answer}${why === undefined ? '' : `, where AgentPool says "${agentpool}": ${why}`}`
}
