import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frontmatter, JsonValue, SkillFile } from '../../src/skill/types.ts'
import { canonicalJson } from '../../src/trust/canonical-json.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'

const file = fc.record({
  path: fc.stringMatching(/^[a-z]{1,8}$/),
  size: fc.nat(1000),
  digest: fc.stringMatching(/^sha256:[0-9a-f]{64}$/),
})
const files = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1, maxLength: 6 })
const frontmatter = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Frontmatter>

function print(list: SkillFile[], fields: Frontmatter = {}): string | undefined {
  return fingerprintOf({ skillPath: 'refunds', files: list, frontmatter: fields })
}

describe('the fingerprint of an entry (H40)', () => {
  it('D10: does not depend on the order of files or fields', () => {
    fc.assert(
      fc.property(files, frontmatter, (list, fields) => {
        const reordered = Object.fromEntries(Object.entries(fields).toReversed())
        expect(print(list.toReversed(), reordered)).toBe(print(list, fields))
      }),
    )
  })

  it('is another for every change of a path, a size, a digest, a field or the number of files', () => {
    fc.assert(
      fc.property(files, frontmatter, ([first, ...rest], fields) => {
        const changes = [
          { path: `${first!.path}x` },
          { size: first!.size + 1 },
          { digest: `${first!.digest}0` },
          { digest: `${first!.digest}","1"]\n["skill://refunds/z","` },
        ]
        const others = [
          ...changes.map((change) => print([{ ...first!, ...change }, ...rest], fields)),
          print(rest, fields),
          print([first!, ...rest], { ...fields, 'allowed-tools': 'Bash' }),
          print([first!, ...rest]),
        ]
        const isFieldless = Object.keys(fields).length === 0
        expect(others.filter((other) => other === print([first!, ...rest], fields))).toHaveLength(
          isFieldless ? 1 : 0,
        )
      }),
    )
  })

  it('is none for a dynamic skill (H43)', () => {
    expect(fingerprintOf({ skillPath: 'refunds', files: 'dynamic', frontmatter: {} })).toBeUndefined()
  })
})

describe('canonical JSON', () => {
  it('is JSON of the same value, and one text for one value', () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<JsonValue>, (value) => {
        const text = canonicalJson(value)
        expect(JSON.stringify(JSON.parse(text))).toBe(
          JSON.stringify(JSON.parse(canonicalJson(JSON.parse(text)))),
        )
        expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(text)
      }),
    )
  })

  it('refuses what is nested without end, and does not exhaust the stack', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as JsonValue
    expect(() => canonicalJson(deep)).toThrow(expect.objectContaining({ code: 'SKILL_NOT_LOADABLE' }))
  })
})
