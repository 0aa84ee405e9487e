import { constants } from 'node:buffer'

export interface LineSplitterOptions {
  /** Bytes that a line may have at the most, asked for while it comes in. */
  maxBytes: () => number
  onLine: (line: string) => void
  /** Called once, with the limit; nothing after it is looked at. */
  onTooLong: (limit: number) => void
}

const NEWLINE = 0x0a

/** Takes a stream piece by piece and gives its lines. Never holds more than one line, nor more of one than it may have. */
export function lineSplitter({ maxBytes, onLine, onTooLong }: LineSplitterOptions): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let held = 0
  let stopped = false
  return (chunk) => {
    for (let start = 0; start < chunk.length && !stopped;) {
      const end = chunk.indexOf(NEWLINE, start)
      const piece = chunk.subarray(start, end === -1 ? chunk.length : end)
      held += piece.length
      const limit = Math.min(maxBytes(), constants.MAX_STRING_LENGTH)
      if (held > limit) return stop(limit)
      pieces.push(piece)
      if (end === -1) return
      const line = pieces.length === 1 ? piece : Buffer.concat(pieces, held)
      pieces = []
      held = 0
      start = end + 1
      onLine(line.toString('utf8'))
    }
  }

  function stop(limit: number): void {
    stopped = true
    pieces = []
    onTooLong(limit)
  }
}
