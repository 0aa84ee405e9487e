import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '../../src/text/edit-distance.ts'
import { nearest } from '../../src/text/nearest.ts'
import { cpuTime } from '../cpu-time.ts'

const SKILLS = ['code-review', 'pdf', 'pdf-processing', 'python-expert', 'refactoring', 'sql-safety']
const FILES = [
  'SKILL.md',
  'assets/logo.png',
  'references/guide.md',
  'references/style-guide.md',
  'scripts/build.py',
]

describe('nearest', () => {
  it.each([
    ['a swapped letter', 'pyhton-expert', SKILLS, 'python-expert'],
    ['a missing letter', 'refactorng', SKILLS, 'refactoring'],
    ['one letter too many', 'code-revieww', SKILLS, 'code-review'],
    ['another letter case', 'Python-Expert', SKILLS, 'python-expert'],
    ['another separator', 'python_expert', SKILLS, 'python-expert'],
    ['only the beginning', 'python', SKILLS, 'python-expert'],
    ['only a part', 'safety', SKILLS, 'sql-safety'],
    ['too much', 'sql-safety-checks', SKILLS, 'sql-safety'],
    ['words in another order', 'review-code', SKILLS, 'code-review'],
    ['one word in common', 'expert-in-go', SKILLS, 'python-expert'],
    ['the letters of a longer name', 'pdf', SKILLS, 'pdf'],
    ['another folder', 'docs/guide.md', FILES, 'references/guide.md'],
    ['no folder', 'build.py', FILES, 'scripts/build.py'],
    ['a slip in a path', 'reference/guide.md', FILES, 'references/guide.md'],
    ['a slip in a file name without its folder', 'biuld.py', FILES, 'scripts/build.py'],
    ['another extension', 'scripts/build.sh', FILES, 'scripts/build.py'],
    ['another letter case in a path', 'References/Guide.md', FILES, 'references/guide.md'],
  ])('finds what was meant in spite of %s', (_, wanted, candidates, meant) => {
    expect(nearest(wanted, candidates, 3)[0]).toBe(meant)
    expect(nearest(wanted, candidates.toReversed(), 3)[0]).toBe(meant)
  })

  it('lists all the others behind, in the order of their code units, and each once', () => {
    expect(nearest('pdf', ['b', 'a', 'pdf', 'C', 'a'], 10)).toEqual(['pdf', 'C', 'a', 'b'])
    expect(nearest('zzz', SKILLS.toReversed(), 2)).toEqual(['code-review', 'pdf'])
    expect(nearest('', ['b', 'a'], 10)).toEqual(['a', 'b'])
    expect(nearest('a', [], 10)).toEqual([])
  })

  it('answers the same whatever the order of the candidates', () => {
    const names = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '-', '/'), maxLength: 6 }))
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), names, (wanted, candidates) => {
        expect(nearest(wanted, candidates.toReversed(), 4)).toEqual(nearest(wanted, candidates, 4))
      }),
    )
  })

  it('answers at once for 10,000 names and for endless ones', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `team-${n % 100}/refund-helper-for-region-${n}`)
    for (const wanted of ['team-3/refnd-helper-for-region-303', 'refunds', 'x'.repeat(1024 * 1024)]) {
      expect(cpuTime(() => nearest(wanted, many, 20))).toBeLessThan(1000)
    }
    expect(nearest('team-3/refnd-helper-for-region-303', many, 1)).toEqual([
      'team-3/refund-helper-for-region-303',
    ])
  })
})

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abd', 1],
    ['abc', 'acb', 1],
    ['ca', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('from %j to %j is %d', (from, to, distance) => {
    expect(editDistance(from, to, 10)).toBe(distance)
  })

  it('agrees with the definition, and stops just above its limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (from, to, limit) => {
        expect(editDistance(from, to, limit)).toBe(Math.min(byDefinition(from, to), limit + 1))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Optimal string alignment as a recursion over the first letters. */
function byDefinition(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length
  const rest = from[0] === to[0] ? 0 : 1
  const ways = [
    byDefinition(from.slice(1), to) + 1,
    byDefinition(from, to.slice(1)) + 1,
    byDefinition(from.slice(1), to.slice(1)) + rest,
  ]
  const isSwap = from.length > 1 && to.length > 1 && from[0] === to[1] && from[1] === to[0]
  if (isSwap) ways.push(byDefinition(from.slice(2), to.slice(2)) + 1)
  return Math.min(...ways)
}
