/** A part of a text: from `start` to just before `end`. */
export interface Region {
  start: number
  end: number
}

/**
 * The code spans of one block of a Markdown text with their backticks: a run of backticks, up to the next run of the same
 * length. A backslash takes the first backtick out of a run that would open one. Linear in the length of the block.
 */
export function codeSpans(text: string, block: Region): Region[] {
  const runs = backtickRuns(text, block)
  const laterRuns = groupByLength(runs)
  const spans: Region[] = []
  for (let index = 0; index < runs.length; index++) {
    const { start, end } = runs[index]!
    const opening = isEscaped(text, start, block.start) ? start + 1 : start
    const closing = nextAfter(index, laterRuns.get(end - opening))
    if (closing === undefined) continue
    spans.push({ start: opening, end: runs[closing]!.end })
    index = closing
  }
  return spans
}

function backtickRuns(text: string, { start, end }: Region): Region[] {
  const runs = text.slice(start, end).matchAll(/`+/g)
  return Array.from(runs, ({ 0: run, index }) => ({ start: start + index, end: start + index + run.length }))
}

/** The indices of the runs of each length, the first one last, so that passed ones can be dropped. */
function groupByLength(runs: Region[]): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]!.end - runs[index]!.start
    const group = groups.get(length)
    if (group === undefined) groups.set(length, [index])
    else group.push(index)
  }
  return groups
}

function nextAfter(index: number, group: number[] = []): number | undefined {
  while (group.length > 0 && group.at(-1)! <= index) group.pop()
  return group.at(-1)
}

function isEscaped(text: string, at: number, from: number): boolean {
  let backslashes = 0
  while (at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes++
  return backslashes % 2 === 1
}
