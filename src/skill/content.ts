import { mediaTypeOf } from './media-type.ts'

/** A file's content the way an agent can use it. */
export type FileContent =
  | { type: 'text'; text: string; mimeType: string }
  | { type: 'image' | 'blob'; bytes: Uint8Array; mimeType: string }

const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text as text, images that models can see as images, the rest as bytes. UTF-8 is text whatever its name says. */
export function contentOf(filePath: string, bytes: Uint8Array): FileContent {
  const mimeType = mediaTypeOf(filePath)
  if (IMAGE_TYPES.has(mimeType)) return { type: 'image', bytes, mimeType }
  const text = decodeText(bytes)
  if (text === undefined)
    return { type: 'blob', bytes, mimeType: isText(mimeType) ? 'application/octet-stream' : mimeType }
  return { type: 'text', text, mimeType: mimeType === 'application/octet-stream' ? 'text/plain' : mimeType }
}

function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function isText(mimeType: string): boolean {
  return mimeType.startsWith('text/')
}
