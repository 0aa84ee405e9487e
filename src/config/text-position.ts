/** A place in a text; both count from 1, the column in UTF-16 code units as editors count. */
export interface TextPosition {
  line: number
  column: number
}

/** Turns offsets in `text` into lines and columns. */
export function textPositions(text: string): (offset: number) => TextPosition {
  const lineStarts = [0]
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g))
    lineStarts.push(index + lineBreak.length)
  return (offset) => {
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (lineStarts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - lineStarts[low]! + 1 }
  }
}
