import { SkillwayError } from '../../errors.ts'
import { pathOfUri } from '../../sep2640/uri-path.ts'
import { answerBytes } from './limits.ts'
import type { Session } from './session.ts'
import { UpstreamFault } from './upstream-fault.ts'

export interface ReadContentOptions {
  session: Session
  uri: string
  /** Bytes that the file should have, or may have; a little more passes, for whoever checks it to say so. */
  size: number
  signal?: AbortSignal | undefined
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of one resource. An answer about another one, about several, or in a doubtful encoding is refused. */
export async function readContent({ session, uri, size, signal }: ReadContentOptions): Promise<Uint8Array> {
  const result = await session.call('resources/read', { uri }, { maxBytes: answerBytes(size), signal })
  return bytesOf(onlyContent(result, uri))
}

function onlyContent(result: unknown, uri: string): Record<string, unknown> {
  const contents =
    typeof result === 'object' && result !== null && 'contents' in result ? result.contents : undefined
  if (!Array.isArray(contents)) throw refused('its answer to resources/read has no contents')
  if (contents.length !== 1) throw refused(`it sent ${contents.length} contents for one file`)
  const [content] = contents as unknown[]
  if (typeof content !== 'object' || content === null) throw refused('it sent a content that is no object')
  if (!('uri' in content) || !isSameUri(content.uri, uri))
    throw refused('it sent the content of another URI than it was asked for')
  return content as Record<string, unknown>
}

function bytesOf({ text, blob }: Record<string, unknown>): Uint8Array {
  if (text !== undefined && blob !== undefined) throw refused('it sent a content as text and as bytes')
  if (typeof text === 'string') {
    if (!text.isWellFormed()) throw refused('it sent a text that is not valid Unicode')
    return Buffer.from(text, 'utf8')
  }
  if (typeof blob !== 'string') throw refused('it sent a content without text or bytes')
  if (blob.length % 4 !== 0 || !BASE64.test(blob)) throw refused('it sent bytes that are not valid base64')
  return Buffer.from(blob, 'base64')
}

/** A server may write the URI of its file in another way than it did in the entry. */
function isSameUri(given: unknown, asked: string): boolean {
  if (typeof given !== 'string') return false
  if (given === asked) return true
  try {
    return pathOfUri(given) === pathOfUri(asked)
  } catch (error) {
    if (error instanceof SkillwayError) return false
    throw error
  }
}

function refused(message: string): UpstreamFault {
  return new UpstreamFault('invalid', message)
}
