import type { UnderlyingSource } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { eventPace } from './event-pace.ts'
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
  const paceOf = eventPace()
  let bytes = 0

  const source: UnderlyingSource<Uint8Array> = {
    async pull(controller) {
      const piece = await nextPiece()
      if (piece === undefined) return controller.close()
      bytes += piece.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      const { eventBytes, pauseMs } = isEvents ? paceOf(piece) : { eventBytes: 0, pauseMs: 0 }
      if (eventBytes > maxEventBytes) throw tooLarge(maxEventBytes)
      if (pauseMs > 0) await delay(pauseMs, undefined, { ref: false })
      controller.enqueue(piece)
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })

  async function nextPiece(): Promise<Buffer | undefined> {
    const idle = bytes > 0 && idleMs !== undefined ? setTimeout(stopIdle, idleMs).unref() : undefined
    try {
      const { done, value } = await reader.read()
      if (done) onEnd()
      return value && Buffer.from(value.buffer, value.byteOffset, value.byteLength)
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
