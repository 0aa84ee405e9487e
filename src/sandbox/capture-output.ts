import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { CapturedOutput } from './types.ts'

export interface OutputCapture {
  /** Bytes seen so far. */
  bytes(): number
  /** Resolves when no more can come. */
  ended: Promise<void>
  /** What has been kept. */
  result(): CapturedOutput
}

/** Reads a stream to its end and keeps its first and its last bytes, `limit` in all. */
export function captureOutput(stream: Readable, limit: number): OutputCapture {
  const headSize = limit >> 1
  const tailSize = limit - headSize
  let kept: Buffer | undefined
  let bytes = 0

  stream.on('data', (chunk: Buffer) => {
    kept ??= Buffer.allocUnsafe(limit)
    let from = 0
    if (bytes < headSize) from = chunk.copy(kept, bytes, 0, headSize - bytes)
    // Of a chunk longer than the tail only its end can stay.
    from = Math.max(from, chunk.length - tailSize)
    for (let at = from; at < chunk.length;) {
      const place = (bytes + at - headSize) % tailSize
      at += chunk.copy(kept, headSize + place, at, at + Math.min(chunk.length - at, tailSize - place))
    }
    bytes += chunk.length
  })
  // A broken pipe ends the output; how the command ended is told by its exit.
  stream.on('error', () => stream.destroy())
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve)
  })

  return {
    bytes: () => bytes,
    ended,
    result() {
      if (kept === undefined) return { text: '', bytes: 0, truncated: false, malformed: false }
      if (bytes <= limit) return { ...decoded([kept.subarray(0, bytes)]), bytes, truncated: false }
      const start = (bytes - headSize) % tailSize
      const tail = [kept.subarray(headSize + start), kept.subarray(headSize, headSize + start)]
      const parts = [wholeEnd(kept.subarray(0, headSize)), wholeStart(Buffer.concat(tail))]
      const missing = bytes - parts[0]!.length - parts[1]!.length
      return { ...decoded(parts, `\n[... ${missing} bytes left out ...]\n`), bytes, truncated: true }
    },
  }
}

function decoded(parts: Buffer[], between = ''): { text: string; malformed: boolean } {
  return {
    text: parts.map((part) => part.toString('utf8')).join(between),
    malformed: !parts.every((part) => isUtf8(part)),
  }
}

/** Without the beginning of a character whose end is missing. */
function wholeEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!
    if (isContinuation(byte)) continue
    return lengthFrom(byte) > back ? bytes.subarray(0, -back) : bytes
  }
  return bytes
}

/** Without the end of a character whose beginning is missing. */
function wholeStart(bytes: Buffer): Buffer {
  let start = 0
  while (start < 3 && start < bytes.length && isContinuation(bytes[start]!)) start++
  return bytes.subarray(start)
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** How many bytes a character has that begins with this one. */
function lengthFrom(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4
  if (byte >= 0xe0) return 3
  return byte >= 0xc2 ? 2 : 1
}
