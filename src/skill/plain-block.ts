/**
 * The text of a block below `|`, `|-`, `>` or `>-`: lines indented alike, with empty lines between, none of blanks only.
 * `undefined` where the indentation within it means something.
 */
export function readPlainBlock(header: string, lines: readonly string[]): string | undefined {
  const margin = /^ */.exec(lines[0]!)![0].length
  if (margin === lines[0]!.length) return undefined
  const own: string[] = []
  for (const line of lines) {
    if (line !== '' && !line.startsWith(' '.repeat(margin))) return undefined
    own.push(line.slice(margin))
  }
  const isFolded = header[0] === '>'
  if (isFolded && own.some((line) => line.startsWith(' '))) return undefined
  return (isFolded ? folded(own) : own.join('\n')) + (header.endsWith('-') ? '' : '\n')
}

/** Lines joined to paragraphs; each empty line between two of them is a line end. */
function folded(lines: readonly string[]): string {
  let text = lines[0]!
  let ends = 0
  for (const line of lines.slice(1)) {
    if (line === '') {
      ends++
      continue
    }
    text += (ends === 0 ? ' ' : '\n'.repeat(ends)) + line
    ends = 0
  }
  return text
}
