import { isModelImage, notShown } from './not-shown.ts'
import type { ToolAnswer, ToolContent } from './types.ts'

/** What the AI SDK's `toModelOutput` gives, which Mastra takes as well. */
export type ModelOutput =
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: ModelOutputPart[] }

/** One part of what a model is shown. */
export type ModelOutputPart =
  | { type: 'text'; text: string }
  | { type: 'image-data'; data: string; mediaType: string }
  | { type: 'file-data'; data: string; mediaType: string; filename: string }

/** An answer as the AI SDK shows it to a model: images and PDF files as such, a failure as an error. */
export function modelOutput({ content, isError }: ToolAnswer): ModelOutput {
  if (isError === undefined) return { type: 'content', value: content.map(toPart) }
  return {
    type: 'error-text',
    value: content.map((part) => (part.type === 'text' ? part.text : notShown(part))).join('\n'),
  }
}

function toPart(content: ToolContent): ModelOutputPart {
  if (content.type === 'text') return { type: 'text', text: content.text }
  const { mimeType: mediaType } = content
  if (content.type === 'image' && isModelImage(content))
    return { type: 'image-data', data: content.data, mediaType }
  if (content.type === 'image' || mediaType !== 'application/pdf') {
    return { type: 'text', text: notShown(content) }
  }
  const filename = content.uri.slice(content.uri.lastIndexOf('/') + 1)
  return { type: 'file-data', data: content.blob, mediaType, filename }
}
