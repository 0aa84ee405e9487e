/** Rows as aligned columns, two spaces apart; the last column is cut to the width. */
export function table(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  )
  return rows
    .map((row) => cutTo(width, row.map((cell, column) => padded(cell, widths, column)).join('  ')))
    .join('\n')
}

function padded(cell: string, widths: number[], column: number): string {
  if (column === widths.length - 1) return cell
  return cell + ' '.repeat(widths[column]! - [...cell].length)
}

function cutTo(width: number, line: string): string {
  const characters = [...line.trimEnd()]
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`
}
