import type { IncomingMessage } from 'node:http'

/** Why there is no body: it is larger than allowed, or the client went while it was sending. */
export type NoBody = 'too large' | 'gone'

/** The body of a request. Reading stops where it becomes too large; the rest is left to the connection's end. */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | NoBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (result: Buffer | NoBody) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      incoming.on('error', () => {})
      resolve(result)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxBytes) return
      incoming.pause()
      settle('too large')
    }
    const onEnd = () => settle(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    const onGone = () => settle('gone')
    if (incoming.destroyed) onGone()
    else incoming.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}
