import { array, assert, nat, property, string, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byKey, pageOf } from '../../src/serve/page.ts'

const itself = (item: string) => item

function walk(items: readonly string[]): string[][] {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = pageOf(items, cursor, itself)
    pages.push(page.items)
    cursor = page.nextCursor
  } while (cursor !== undefined && pages.length < 1000)
  return pages
}

describe('the pages of a listing', () => {
  it.each([0, 1, 99, 100, 101, 200, 5999, 6000, 6001, 10_000, 123_457])(
    'of %i items are these items, on at most 60 pages, so that a client that stops after 64 sees all (S21)',
    (count) => {
      const items = Array.from({ length: count }, (_, index) => `item-${String(index).padStart(7, '0')}`)
      const pages = walk(items)
      expect(pages.flat()).toEqual(items)
      expect(pages.length).toBeLessThanOrEqual(60)
      expect(pages.slice(0, -1).every((page) => page.length >= 100)).toBe(true)
    },
  )

  it('put together are the listing, whatever the keys are (S21)', () => {
    const keys = uniqueArray(
      string({ unit: 'binary', minLength: 1 }).filter((key) => key.isWellFormed()),
      { minLength: 0, maxLength: 400 },
    )
    assert(
      property(keys, (given) => {
        const items = [...given].sort(byKey(itself))
        expect(walk(items).flat()).toEqual(items)
      }),
      { numRuns: 60 },
    )
  })

  it('go on behind the last item, whatever was added or removed', () => {
    assert(
      property(
        uniqueArray(nat(100_000), { minLength: 150, maxLength: 300 }),
        array(nat(100_000)),
        (numbers, changed) => {
          const of = (all: Iterable<number>) =>
            [...all].map((number) => String(number).padStart(6, '0')).sort()
          const items = of(numbers)
          const first = pageOf(items, undefined, itself)
          const toggled = new Set(numbers)
          for (const number of changed) if (!toggled.delete(number)) toggled.add(number)
          const later = of(toggled)
          const rest = pageOf(later, first.nextCursor, itself).items
          const last = first.items.at(-1)!
          expect(rest).toEqual(later.filter((item) => item > last).slice(0, rest.length))
          expect(rest.length).toBe(Math.min(100, later.filter((item) => item > last).length))
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    '',
    'x',
    '1',
    '2YQ',
    '1YQ==',
    '1Y Q',
    '1/w',
    `1${Buffer.from([0xff]).toString('base64url')}`,
    'YQ',
  ])('have no cursor %j', (cursor) => {
    expect(() => pageOf(['a'], cursor, itself)).toThrow(/Invalid cursor/)
  })
})
