import { lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasStamp, neverTrue, stampOf, stillTrue } from '../../src/sources/directory/stamp.ts'
import { folderOf } from './folder-of.ts'

const LATER = Date.now() + 60_000

describe('a stamp', () => {
  it('holds as long as the file is the same', () => {
    const path = join(folderOf({ a: 'a' }), 'a')
    const stamp = stampOf(lstatSync(path), LATER)
    expect(stillTrue([{ path, stamp }])).toBe(true)
    writeFileSync(path, 'b')
    expect(stillTrue([{ path, stamp }])).toBe(false)
  })

  it.each([
    ['just now', 0, false],
    ['within the coarsest tick of file systems', 1900, false],
    ['long enough ago', 2100, true],
    ['in the future, by a clock that is wrong', -60_000, false],
  ])('of a file that was written %s can be trusted: %s ms, %s', (_title, age, settled) => {
    const stat = lstatSync(join(folderOf({ a: 'a' }), 'a'))
    expect(stampOf(stat, stat.ctimeMs + age).settled).toBe(settled)
  })

  it('that cannot be trusted is no proof, even where nothing has changed', () => {
    const path = join(folderOf({ a: 'a' }), 'a')
    const stat = lstatSync(path)
    const stamp = stampOf(stat, Date.now())
    expect(hasStamp(stat, stamp)).toBe(true)
    expect(stillTrue([{ path, stamp }])).toBe(false)
  })

  it.each([
    ['a path that is gone', 'nope'],
    ['a path below a file', 'a/b'],
    ['a name that no system takes', 'x'.repeat(300)],
  ])('is not that of %s', (_title, name) => {
    const folder = folderOf({ a: 'a' })
    const stamp = stampOf(lstatSync(join(folder, 'a')), LATER)
    expect(stillTrue([{ path: join(folder, name), stamp }])).toBe(false)
    expect(stillTrue([neverTrue(join(folder, 'a'))])).toBe(false)
  })
})
