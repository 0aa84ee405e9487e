import { Buffer, isUtf8 } from 'node:buffer'

/** The text of these bytes, a BOM included, or `undefined` where they are not UTF-8 throughout. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** The line, from 1, of the first byte that is not UTF-8. */
export function lineOfBrokenUtf8(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start)
    const next = end === -1 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(start, next))) break
    start = next
  }
  return line
}
