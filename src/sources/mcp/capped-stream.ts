import { UpstreamFault } from './upstream-fault.ts'

export interface CappedStreamOptions {
  /** Bytes of the whole stream. */
  maxBytes?: number
  /** Bytes of one server-sent event, for a stream without an end. */
  maxEventBytes?: number
  /** Between two pieces. */
  idleMs?: number
  /** Told why the stream was broken off. */
  giveUp: (fault: UpstreamFault) => void
  onEnd: () => void
}

/** The same bytes, broken off as soon as they are too many or too slow; what is read ahead is one piece at the most. */
export function cappedStream(
  stream: ReadableStream<Uint8Array>,
  { maxBytes = Infinity, maxEventBytes = Infinity, idleMs, giveUp, onEnd }: CappedStreamOptions,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let bytes = 0
  let eventBytes = 0

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await nextPiece()
        if (piece === undefined) return controller.close()
        bytes += piece.length
        eventBytes = bytesSinceEvent(piece, eventBytes)
        const limit = bytes > maxBytes ? maxBytes : eventBytes > maxEventBytes ? maxEventBytes : undefined
        if (limit !== undefined)
          throw broken(new UpstreamFault('too-large', `it sent more than ${limit} bytes`))
        controller.enqueue(piece)
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )

  async function nextPiece(): Promise<Uint8Array | undefined> {
    const idle = bytes > 0 && idleMs !== undefined ? setTimeout(stopIdle, idleMs).unref() : undefined
    try {
      const { done, value } = await reader.read()
      if (done) onEnd()
      return done ? undefined : value
    } catch (error) {
      onEnd()
      throw error
    } finally {
      clearTimeout(idle)
    }
  }

  function stopIdle(): void {
    broken(new UpstreamFault('too-slow', `it sent nothing for ${idleMs} ms in the middle of an answer`))
  }

  function broken(fault: UpstreamFault): UpstreamFault {
    onEnd()
    giveUp(fault)
    reader.cancel(fault).catch(() => undefined)
    return fault
  }
}

/** Bytes since the last empty line; only whole pieces are looked at, which is exact enough for a bound. */
function bytesSinceEvent(piece: Uint8Array, before: number): number {
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  const end = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'), text.lastIndexOf('\r\r'))
  return end === -1 ? before + piece.length : piece.length - end
}
