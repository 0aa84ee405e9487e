import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { caseFixture, casesOf, unmetNeed } from './case-fixture.ts'

const all = casesOf()

describe('the fixtures of the cases', () => {
  it.each(all.map((row) => [row.id, row] as const))('%s can be made ready and removed', (_id, row) => {
    if (unmetNeed(row) !== undefined) return
    const fixture = caseFixture(row)
    expect(existsSync(fixture.path)).toBe(true)
    for (const [path, target] of Object.entries(row.links ?? {})) {
      expect(readlinkSync(join(fixture.group, path))).toBe(target)
    }
    fixture.remove()
    expect(existsSync(fixture.group)).toBe(false)
  })

  it('keep their bytes: CRLF, lone CR, a BOM and broken UTF-8 survive', () => {
    const bytes = (path: string) => readFileSync(join(import.meta.dirname, 'cases', path, 'SKILL.md'))
    expect(bytes('B059/crlf').includes('\r\n')).toBe(true)
    expect(bytes('B060/lone-cr').includes('\n')).toBe(false)
    expect([...bytes('B056/bom').subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes('B058/gbk').toString('utf8')).toContain('\ufffd')
  })
})
