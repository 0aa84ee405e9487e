import { setTimeout as delay } from 'node:timers/promises'
import { UpstreamFault } from './upstream-fault.ts'

export interface CappedStreamOptions {
  /** Bytes of the whole stream. */
  maxBytes?: number
  /** True for server-sent events. */
  isEvents: boolean
  /** Bytes of one event, for a stream without an end. */
  maxEventBytes?: number
  /** Between two pieces. */
  idleMs?: number
  /** Told why the stream was broken off. */
  giveUp: (fault: UpstreamFault) => void
  onEnd: () => void
}

/** Server-sent events that are taken as they come; of more than these, a hundred are taken in a second. */
const FREE_EVENTS = 100
const EVENT_MS = 10
const EVENT_ENDS = ['\n\n', '\r\n\r\n', '\r\r']
const NEWLINE = 0x0a

/**
 * The same bytes, broken off as soon as they are too many or too slow. What is read ahead is one piece at the most, so a
 * server that sends faster than its events are taken has to wait.
 */
export function cappedStream(
  stream: ReadableStream<Uint8Array>,
  options: CappedStreamOptions,
): ReadableStream<Uint8Array> {
  const { maxBytes = Infinity, isEvents, maxEventBytes = Infinity, idleMs, giveUp, onEnd } = options
  const reader = stream.getReader()
  let bytes = 0
  let events = 0
  let eventBytes = 0

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await nextPiece()
        if (piece === undefined) return controller.close()
        bytes += piece.length
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        if (isEvents) await letPass(piece)
        controller.enqueue(piece)
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )

  async function letPass(piece: Buffer): Promise<void> {
    eventBytes = bytesOfEvent(piece, eventBytes)
    if (eventBytes > maxEventBytes) throw tooLarge(maxEventBytes)
    const count = eventsIn(piece)
    events += count
    if (events > FREE_EVENTS) await delay(count * EVENT_MS, undefined, { ref: false })
  }

  async function nextPiece(): Promise<Buffer | undefined> {
    const idle = bytes > 0 && idleMs !== undefined ? setTimeout(stopIdle, idleMs).unref() : undefined
    try {
      const { done, value } = await reader.read()
      if (done) onEnd()
      return value === undefined ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
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

  function tooLarge(limit: number): UpstreamFault {
    return broken(new UpstreamFault('too-large', `it sent more than ${limit} bytes`))
  }

  function broken(fault: UpstreamFault): UpstreamFault {
    onEnd()
    giveUp(fault)
    reader.cancel(fault).catch(() => undefined)
    return fault
  }
}

/** The least that an event can be: a line and an empty one. */
function eventsIn(piece: Buffer): number {
  let lines = 0
  for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, end + 1)) lines++
  return Math.ceil(lines / 2)
}

/** Bytes of the event that is under way; only whole pieces are looked at, which is exact enough for a bound. */
function bytesOfEvent(piece: Buffer, before: number): number {
  const end = Math.max(...EVENT_ENDS.map((text) => piece.lastIndexOf(text)))
  return end === -1 ? before + piece.length : piece.length - end
}
