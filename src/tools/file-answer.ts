import type { ReadFile } from '../catalog/types.ts'
import type { ToolAnswer, ToolContent } from './types.ts'

/** Bytes of text that one answer holds; a longer text is cut there and says so. */
const MAX_TEXT_BYTES = 1024 * 1024

/** A file of a skill as an answer: text as text, an image as an image, anything else as an embedded resource. */
export function fileAnswer(file: ReadFile, text: string | undefined): ToolAnswer {
  const { uri, name, source, path, bytes, content } = file
  const cut = text !== undefined && bytes.length > MAX_TEXT_BYTES
  return {
    content: [
      text === undefined ? binary(file) : { type: 'text', text: cut ? cutText(text, bytes.length) : text },
    ],
    structured: {
      name,
      uri,
      source: { ...source },
      file: path,
      size: bytes.length,
      mimeType: content.mimeType,
      truncated: cut,
    },
  }
}

function binary({ uri, bytes, content }: ReadFile): ToolContent {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const { mimeType } = content
  return content.type === 'image'
    ? { type: 'image', data: base64, mimeType }
    : { type: 'resource', uri, mimeType, blob: base64 }
}

function cutText(text: string, size: number): string {
  const notice = `\n\n... [truncated: ${size} bytes in all, the first ${MAX_TEXT_BYTES} are shown]`
  const room = MAX_TEXT_BYTES - Buffer.byteLength(notice)
  return new TextDecoder().decode(Buffer.from(text).subarray(0, room), { stream: true }) + notice
}
