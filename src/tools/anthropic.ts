import { answerCall } from './answer-call.ts'
import { isModelImage, notShown } from './not-shown.ts'
import type { ObjectSchema, SkillTool, ToolCallOptions, ToolContent } from './types.ts'

/** A tool as Anthropic's Messages take it. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: ObjectSchema & Record<string, unknown>
}

/** A content block of an assistant's message; those that are no tool calls are passed over. */
export interface AnthropicBlock {
  type: string
  id?: string
  name?: string
  input?: unknown
}

/** One part of a result. */
export type AnthropicContent =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImage; data: string } }
  | { type: 'document'; source: { type: 'base64'; media_type: 'application/pdf'; data: string } }

/** Image types that Anthropic's models see. */
export type AnthropicImage = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

/** The block of a user's message that answers a `tool_use` block. */
export interface AnthropicResult {
  type: 'tool_result'
  tool_use_id: string
  content: AnthropicContent[]
  is_error?: true
}

/** Skill tools for Anthropic's Messages. */
export interface AnthropicTools {
  /** What goes into `tools` of a request. */
  definitions: AnthropicTool[]
  /** Runs a `tool_use` block and gives the block to send back; `undefined` for any other block and for tools of your own. */
  run(block: AnthropicBlock, options?: ToolCallOptions): Promise<AnthropicResult | undefined>
}

/** The tools in the shapes of Anthropic's Messages. */
export function anthropicTools(tools: readonly SkillTool[]): AnthropicTools {
  return {
    definitions: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: { ...inputSchema },
    })),
    async run({ type, id, name, input }, options) {
      if (type !== 'tool_use' || id === undefined || name === undefined) return undefined
      const answer = await answerCall(tools, { name, input }, options)
      if (answer === undefined) return undefined
      return {
        type: 'tool_result',
        tool_use_id: id,
        content: answer.content.map(toBlock),
        ...(answer.isError === undefined ? {} : { is_error: true }),
      }
    },
  }
}

function toBlock(content: ToolContent): AnthropicContent {
  if (content.type === 'text') return { type: 'text', text: content.text }
  if (content.type === 'image' && isModelImage(content)) {
    const media = content.mimeType as AnthropicImage
    return { type: 'image', source: { type: 'base64', media_type: media, data: content.data } }
  }
  if (content.type === 'resource' && content.mimeType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: content.blob } }
  }
  return { type: 'text', text: notShown(content) }
}
