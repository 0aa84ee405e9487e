import { splitFields } from './split-fields.ts'

/** Where findings about a skill's fields are reported. */
export interface Place {
  /** The `SKILL.md`, relative to its source's root. */
  path: string
  /** The line, from 1, where a top-level field begins; `undefined` where it cannot be told. */
  lineOf(field: string): number | undefined
  /** That line as it is written. */
  sourceOf(field: string): string | undefined
}

/** The place of a frontmatter's fields, whose text begins at a line of the file; looked up only when asked. */
export function placeOf(text: string, path: string, firstLine: number): Place {
  let found: Map<string, { line: number; source: string }> | undefined
  const fields = () => {
    const lines = text.split(/\r\n|\n|\r/)
    return new Map(
      splitFields(lines).map(({ field, start }) => [
        field,
        { line: firstLine + start, source: lines[start]! },
      ]),
    )
  }
  return {
    path,
    lineOf: (field) => (found ??= fields()).get(field)?.line,
    sourceOf: (field) => (found ??= fields()).get(field)?.source,
  }
}
