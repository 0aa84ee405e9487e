import { describe, expect, it } from 'vitest'
import { parseManifest } from '../../../src/sources/mcp/manifest.ts'

const HASH = `sha256:${'a'.repeat(64)}`
const file = (path: string, more: object = {}) => ({ path, size: 1, hash: HASH, ...more })
const parse = (value: unknown) =>
  parseManifest(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))

describe('the manifest of a FastMCP skill', () => {
  it('gives files with digests, sorted, as FastMCP writes it', () => {
    expect(parse({ skill: 'x', files: [file('b'), file('SKILL.md')] })).toStrictEqual({
      files: [
        { path: 'SKILL.md', size: 1, digest: HASH },
        { path: 'b', size: 1, digest: HASH },
      ],
      paths: ['SKILL.md', 'b'],
    })
  })

  it.each([
    ['names alone', ['b', 'SKILL.md']],
    ['objects without a hash', [{ path: 'b' }, { path: 'SKILL.md', size: 1 }]],
    ['both', ['b', file('SKILL.md')]],
  ])('gives paths that cannot be verified for %s', (_, files) => {
    expect(parse({ name: 'x', files })).toStrictEqual({ files: 'dynamic', paths: ['SKILL.md', 'b'] })
  })

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['no UTF-8', Buffer.from([0xff]).toString('latin1'), 'not JSON'],
    ['no list', { skill: 'x' }, 'no list'],
    ['null', null, 'no list'],
    ['a file without a path', { files: [{}] }, 'without a path'],
    ['a way out', { files: [file('../x')] }, 'Path traversal'],
    ['an absolute path', { files: ['/etc/passwd'] }, 'Path traversal'],
    ['a file twice', { files: [file('SKILL.md'), file('SKILL.md')] }, 'twice'],
    ['a twin', { files: [file('SKILL.md'), file('skill.md')] }, 'both'],
    ['no SKILL.md', { files: [file('a')] }, 'its own SKILL.md'],
    ['another digest', { files: [file('SKILL.md', { hash: 'md5:1' })] }, 'digest'],
    ['a size that is none', { files: [file('SKILL.md', { size: -1 })] }, 'size'],
  ])('is refused with %s', (_, value, why) => {
    expect(() => parse(value)).toThrow(why)
  })
})
