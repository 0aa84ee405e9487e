export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond this many comparisons the part that differs is shown as a whole: removed, then added. */
const MAX_CELLS = 4_000_000

/** How a text became another, line by line, with the longest possible part the same. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split(/\r\n|\n|\r/)
  const now = after.split(/\r\n|\n|\r/)
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...lines('same', old.slice(0, start)),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...lines('same', old.slice(old.length - end)),
  ]
}

function lines(kind: DiffLine['kind'], texts: string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }))
}

function diffMiddle(old: string[], now: string[]): DiffLine[] {
  if (old.length * now.length > MAX_CELLS) return [...lines('removed', old), ...lines('added', now)]
  const common = commonLengths(old, now)
  const width = now.length + 1
  const diff: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      diff.push({ kind: 'same', text: old[i++]! })
      j++
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) {
      diff.push({ kind: 'removed', text: old[i++]! })
    } else {
      diff.push({ kind: 'added', text: now[j++]! })
    }
  }
  return [...diff, ...lines('removed', old.slice(i)), ...lines('added', now.slice(j))]
}

/** At `i * (now.length + 1) + j`: how many lines `old` from `i` and `now` from `j` have in common, in order. */
function commonLengths(old: string[], now: string[]): Uint16Array {
  const width = now.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
    }
  }
  return common
}
