/** A line of block YAML that holds a value: `key: value`, `- value`, `- key: value`. */
export interface ValueLine {
  /** All that stands before the value. */
  prefix: string
  value: string
  /** The column of the key or the dash: what is indented deeper belongs to the value. */
  indent: number
}

const DASHES = /^ *(?:-[ \t]+)*/
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/
const PLAIN_KEY = /[^\s#"'[\]{},&*!|>%@`-](?:.*?[^\s:])??/
const KEY = new RegExp(`^((?:${QUOTED.source}|${PLAIN_KEY.source})[ \\t]*:)(?:[ \\t]+|$)`)

/** Splits a line into what leads to its value and the value; `undefined` where it holds none. */
export function valueLine(line: string): ValueLine | undefined {
  const dashes = DASHES.exec(line)![0]
  const key = KEY.exec(line.slice(dashes.length))
  const prefix = dashes + (key?.[0] ?? '')
  const value = line.slice(prefix.length).trimEnd()
  if (value === '' || value.startsWith('#') || (key === null && !dashes.includes('-'))) return undefined
  return { prefix, value, indent: key === null ? dashes.lastIndexOf('-') : dashes.length }
}

/** The key that a line begins with, and its column; `undefined` where it begins with none. */
export function keyOf(line: string): { key: string; indent: number } | undefined {
  const indent = /^ */.exec(line)![0].length
  const match = KEY.exec(line.slice(indent))
  if (match === null) return undefined
  const key = match[1]!.slice(0, -1).trimEnd()
  return { key: /^(["']).*\1$/.test(key) ? key.slice(1, -1) : key, indent }
}
