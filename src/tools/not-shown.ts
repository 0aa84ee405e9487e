import { oneLine } from '../text/one-line.ts'
import type { ToolContent } from './types.ts'

/** Image types that the model APIs have in common. */
const MODEL_IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** True for an image that a model can be shown as one. */
export function isModelImage({ mimeType }: { mimeType: string }): boolean {
  return MODEL_IMAGES.has(mimeType)
}

/** Says in words what an API has no place for, so that a model knows that the file is there and what it is. */
export function notShown(content: Exclude<ToolContent, { type: 'text' }>): string {
  const [base64, name] =
    content.type === 'image' ? [content.data, ''] : [content.blob, `${oneLine(content.uri)}, `]
  return `[${name}${content.mimeType}, ${byteCount(base64)} bytes: a file of this kind cannot be shown here]`
}

function byteCount(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return (base64.length / 4) * 3 - padding
}
