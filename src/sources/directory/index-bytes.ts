import { Buffer } from 'node:buffer'
import { digestOf } from '../../skill/digest.ts'
import { VERSION } from '../../version.ts'
import type { Pace } from './pace.ts'

/** Grows when rows mean something else than before. */
const FORMAT = 1
/** Rows a line: few enough that one line is read in about a millisecond. */
const ROWS = 256
const LF = 0x0a

/**
 * Rows as the bytes of a file: a line that says which version wrote them and what their digest is, then lines of JSON.
 * A version of Skillway trusts only what it has written itself, since another one may read the same files differently.
 */
export async function rowsToBytes(rows: Iterable<unknown>, pace: Pace): Promise<Uint8Array> {
  const lines: string[] = []
  let line: unknown[] = []
  for (const row of rows) {
    line.push(row)
    if (line.length < ROWS) continue
    lines.push(JSON.stringify(line))
    line = []
    if (pace.isDue()) await pace.breathe()
  }
  lines.push(JSON.stringify(line))
  const body = Buffer.from(lines.join('\n'))
  return Buffer.concat([Buffer.from(`${header(digestOf(body))}\n`), body])
}

/** The rows again; `undefined` where another version wrote them, or the bytes are not what was written. */
export async function rowsFromBytes(bytes: Uint8Array, pace: Pace): Promise<unknown[] | undefined> {
  const start = bytes.indexOf(LF) + 1
  const body = bytes.subarray(start)
  if (start === 0 || textOf(bytes, 0, start - 1) !== header(digestOf(body))) return undefined
  const rows: unknown[] = []
  for (let at = start; at < bytes.length;) {
    const end = bytes.indexOf(LF, at)
    const next = end === -1 ? bytes.length : end
    rows.push(...(JSON.parse(textOf(bytes, at, next)) as unknown[]))
    at = next + 1
    if (pace.isDue()) await pace.breathe()
  }
  return rows
}

function header(digest: string): string {
  return JSON.stringify({ skillway: VERSION, format: FORMAT, digest })
}

function textOf({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString('utf8')
}
