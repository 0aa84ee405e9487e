import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillIdentity } from '../../src/trust/identity.ts'
import { originOf, originPath } from '../../src/trust/origin-path.ts'

const at = (uri: string, label = 'docs', endpoint = 'https://docs.example/mcp') => ({ label, endpoint, uri })
const identity: fc.Arbitrary<SkillIdentity> = fc.record({
  label: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/),
  endpoint: fc.string(),
  uri: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('a', 'A', 'con', 'CON', '', '.', '..', '+x', '=', 'x'.repeat(300), 'é'))
      .map((parts) => `skill://${parts.join('/')}`),
  ),
})

describe('the path of an origin (H6)', () => {
  it('can be read, and tells label and URI again', () => {
    const path = originPath(at('skill://acme/billing-v2/refunds'))
    expect(path).toMatch(/^docs@[0-9a-f]{32}\/skill=3a\/=\/acme\/billing-v2\/refunds$/)
    expect(originOf(path)).toEqual({
      label: 'docs',
      endpointDigest: path.slice('docs@'.length, 'docs@'.length + 32),
      uri: 'skill://acme/billing-v2/refunds',
    })
  })

  it('D21, D24: differs for every label, endpoint and URI, also where letter case is ignored', () => {
    fc.assert(
      fc.property(identity, identity, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(originPath(one).toLowerCase() === originPath(other).toLowerCase()).toBe(isSame)
      }),
    )
    expect(originPath(at('skill://A')).toLowerCase()).not.toBe(originPath(at('skill://a')))
  })

  it('gives the origin back for every identity', () => {
    fc.assert(
      fc.property(identity, ({ label, endpoint, uri }) => {
        expect(originOf(originPath({ label, endpoint, uri }))).toMatchObject({ label, uri })
      }),
    )
  })

  it('A23: is a plain relative path on every file system', () => {
    fc.assert(
      fc.property(identity, (some) => {
        for (const name of originPath(some).split('/')) {
          expect(name).toMatch(/^[a-z0-9_=+@-]+$/)
          expect(name.length).toBeLessThanOrEqual(255)
          expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/)
        }
      }),
    )
  })

  it.each([
    '',
    'docs',
    'docs@0',
    '../x',
    '/etc/passwd',
    'docs@0/=7',
    'docs@0/A',
    'docs@0/=61',
    'docs@0/a/+b',
    'docs@0/con',
  ])('is told from any other path: %j', (path) => {
    expect(originOf(path)).toBeUndefined()
  })
})
