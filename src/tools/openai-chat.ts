import { answerCall } from './answer-call.ts'
import { notShown } from './not-shown.ts'
import type { ObjectSchema, SkillTool, ToolCallOptions } from './types.ts'

/** A function tool as OpenAI's Chat Completions take it, and the many APIs that copy them. */
export interface OpenaiChatTool {
  type: 'function'
  function: { name: string; description: string; parameters: ObjectSchema & Record<string, unknown> }
}

/** A tool call of an assistant's message. */
export interface OpenaiChatCall {
  id: string
  type: string
  function?: { name: string; arguments: string }
}

/** The message that answers a tool call. */
export interface OpenaiChatResult {
  role: 'tool'
  tool_call_id: string
  content: { type: 'text'; text: string }[]
}

/** Skill tools for OpenAI's Chat Completions. */
export interface OpenaiChatTools {
  /** What goes into `tools` of a request. */
  definitions: OpenaiChatTool[]
  /** Runs a call of the model and gives the message to send back; `undefined` if the call is of a tool of your own. */
  run(call: OpenaiChatCall, options?: ToolCallOptions): Promise<OpenaiChatResult | undefined>
}

/** The tools in the shapes of OpenAI's Chat Completions, whose tool messages hold text only. */
export function openaiChatTools(tools: readonly SkillTool[]): OpenaiChatTools {
  return {
    definitions: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: { ...inputSchema } },
    })),
    async run(call, options) {
      if (call.function === undefined) return undefined
      const { name, arguments: input } = call.function
      const answer = await answerCall(tools, { name, input }, options)
      if (answer === undefined) return undefined
      const content = answer.content.map((part) => ({
        type: 'text' as const,
        text: part.type === 'text' ? part.text : notShown(part),
      }))
      return { role: 'tool', tool_call_id: call.id, content }
    },
  }
}
