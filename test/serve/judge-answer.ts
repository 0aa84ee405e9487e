import type { Rpc } from './http/requests.ts'
import type { Wire } from './wire.ts'

export type Check = (duty: string, ok: boolean, about: string) => boolean

const MAX_PAGES = 64

export interface Listing {
  method: string
  key: string
  params: Record<string, unknown>
}

/** All pages of a listing, with what is wrong about how they follow each other. */
export async function walk(
  wire: Wire,
  { method, key, params }: Listing,
  check: Check,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await wire.ask(method, cursor === undefined ? params : { ...params, cursor })
    judgeResult(wire, { answer, duty: 'S19', isCached: method === 'skills/list', about: method }, check)
    items.push(...((answer.result?.[key] ?? []) as Record<string, unknown>[]))
    cursor = answer.result?.['nextCursor'] as string | undefined
    if (cursor === undefined) {
      check('S21', true, `${method} ends`)
      return items
    }
    if (!check('S21', !cursors.has(cursor), `${method} gives a new cursor each time`)) return items
    cursors.add(cursor)
  }
  check('S21', false, `${method} ends within ${MAX_PAGES} pages`)
  return items
}

export function judgeResult(
  wire: Wire,
  { answer, duty, isCached, about }: { answer: Rpc; duty: string; isCached: boolean; about: string },
  check: Check,
): void {
  const { result } = answer
  if (
    !check(
      duty,
      result !== undefined,
      `${about} has a result, not ${answer.error?.code} ${answer.error?.message}`,
    )
  )
    return
  const modern = wire.era === '2026-07-28'
  check(duty, result!['resultType'] === (modern ? 'complete' : undefined), `${about}: resultType`)
  if (!isCached) return
  const { ttlMs, cacheScope } = result!
  const fresh =
    Number.isInteger(ttlMs) && (ttlMs as number) >= 0 && ['public', 'private'].includes(cacheScope as string)
  check(
    'S20',
    modern ? fresh : ttlMs === undefined && cacheScope === undefined,
    `${about}: ttlMs and cacheScope`,
  )
}
