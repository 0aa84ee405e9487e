import { keyOf } from './value-line.ts'

/** The lines of one top-level field: `start` up to, not including, `end`; both count from 0. */
export interface FieldLines {
  field: string
  start: number
  end: number
}

/**
 * The top-level fields of a frontmatter's lines, found without reading the YAML: a key begins where the first one
 * begins, and all up to the next key belongs to it. Block YAML means the same, so that each field can be read alone.
 */
export function splitFields(lines: string[]): FieldLines[] {
  const fields: FieldLines[] = []
  let column: number | undefined
  for (const [start, line] of lines.entries()) {
    const found = keyOf(line)
    if (found === undefined || (column !== undefined && found.indent !== column)) continue
    column ??= found.indent
    const last = fields.at(-1)
    if (last !== undefined) last.end = start
    fields.push({ field: found.key, start, end: lines.length })
  }
  return fields
}
