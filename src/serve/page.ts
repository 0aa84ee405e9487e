import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Items of a page at least; and pages of a listing at most, since the official client stops after 64. */
const MIN_PAGE = 100
const MAX_PAGES = 60

export interface Page<T> {
  items: T[]
  nextCursor: string | undefined
}

/**
 * One page of items that are sorted by `keyOf`. The cursor holds the last key given out, so any replica can go on from
 * it, and what is added or removed meanwhile moves nothing.
 */
export function pageOf<T>(
  items: readonly T[],
  cursor: string | undefined,
  keyOf: (item: T) => string,
): Page<T> {
  const start = cursor === undefined ? 0 : firstAfter(items, keyFrom(cursor), keyOf)
  const size = Math.max(MIN_PAGE, Math.ceil(items.length / MAX_PAGES))
  const page = items.slice(start, start + size)
  const more = start + size < items.length
  return { items: page, nextCursor: more ? cursorOf(keyOf(page.at(-1)!)) : undefined }
}

/** Orders by code unit, the same on every machine. */
export function byKey<T>(keyOf: (item: T) => string): (one: T, other: T) => number {
  return (one, other) => (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other)))
}

function firstAfter<T>(items: readonly T[], key: string, keyOf: (item: T) => string): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyOf(items[middle]!) <= key) low = middle + 1
    else high = middle
  }
  return low
}

function cursorOf(key: string): string {
  return `1${Buffer.from(key).toString('base64url')}`
}

function keyFrom(cursor: string): string {
  const key = Buffer.from(cursor.slice(1), 'base64url').toString()
  if (key !== '' && cursorOf(key) === cursor) return key
  throw invalidCursor()
}

/** The error for a cursor that no page has given out. */
export function invalidCursor(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor: list again from the beginning')
}
