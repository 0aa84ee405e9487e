/**
 * How many letters must be inserted, removed, replaced or swapped with their neighbour to turn one text into the other
 * (optimal string alignment); `limit + 1` where it would be more than `limit`. Costs no more than `limit` times the length.
 */
export function editDistance(from: string, to: string, limit: number): number {
  const tooFar = limit + 1
  if (Math.abs(from.length - to.length) > limit) return tooFar
  if (rows[0].length <= to.length) rows = emptyRows(to.length * 2)
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= to.length; column++) last[column] = Math.min(column, tooFar)
  for (let row = 1; row <= from.length; row++) {
    const first = Math.max(1, row - limit)
    const end = Math.min(to.length, row + limit)
    current[first - 1] = first === 1 ? Math.min(row, tooFar) : tooFar
    let best = current[first - 1]!
    for (let column = first; column <= end; column++) {
      const same = from.charCodeAt(row - 1) === to.charCodeAt(column - 1)
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      if (!same && isSwap(from, row, to, column)) cost = Math.min(cost, beforeLast[column - 2]! + 1)
      current[column] = Math.min(cost, tooFar)
      if (cost < best) best = cost
    }
    if (end < to.length) current[end + 1] = tooFar
    if (best > limit) return tooFar
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[to.length]!
}

/** Rows of the table of distances, kept from call to call: a search compares with thousands of names. */
let rows = emptyRows(64)

function emptyRows(length: number): [Uint16Array, Uint16Array, Uint16Array] {
  return [new Uint16Array(length + 1), new Uint16Array(length + 1), new Uint16Array(length + 1)]
}

function isSwap(from: string, row: number, to: string, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    from.charCodeAt(row - 1) === to.charCodeAt(column - 2) &&
    from.charCodeAt(row - 2) === to.charCodeAt(column - 1)
  )
}
