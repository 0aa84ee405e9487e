import { answerCall } from './answer-call.ts'
import { isModelImage, notShown } from './not-shown.ts'
import type { ObjectSchema, SkillTool, ToolCallOptions, ToolContent } from './types.ts'

/** A function tool as OpenAI's Responses take it. */
export interface OpenaiResponsesTool {
  type: 'function'
  name: string
  description: string
  parameters: ObjectSchema & Record<string, unknown>
  /** False: optional arguments may be left out. */
  strict: false
}

/** An output item of a response; those that are no function calls are passed over. */
export interface OpenaiResponsesCall {
  type: string
  call_id?: string | null
  name?: string
  arguments?: unknown
}

/** One part of an answer. */
export type OpenaiResponsesContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }

/** The input item that answers a function call. */
export interface OpenaiResponsesResult {
  type: 'function_call_output'
  call_id: string
  output: OpenaiResponsesContent[]
}

/** Skill tools for OpenAI's Responses. */
export interface OpenaiResponsesTools {
  /** What goes into `tools` of a request. */
  definitions: OpenaiResponsesTool[]
  /** Runs a call of the model and gives the item to send back; `undefined` for any other item and for tools of your own. */
  run(item: OpenaiResponsesCall, options?: ToolCallOptions): Promise<OpenaiResponsesResult | undefined>
}

/** The tools in the shapes of OpenAI's Responses. */
export function openaiResponsesTools(tools: readonly SkillTool[]): OpenaiResponsesTools {
  return {
    definitions: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      parameters: { ...inputSchema },
      strict: false,
    })),
    async run({ type, call_id: callId, name, arguments: input }, options) {
      if (type !== 'function_call' || typeof callId !== 'string' || name === undefined) return undefined
      const answer = await answerCall(tools, { name, input }, options)
      if (answer === undefined) return undefined
      return { type: 'function_call_output', call_id: callId, output: answer.content.map(toPart) }
    },
  }
}

function toPart(content: ToolContent): OpenaiResponsesContent {
  if (content.type === 'text') return { type: 'input_text', text: content.text }
  if (content.type === 'image' && isModelImage(content)) {
    const url = `data:${content.mimeType};base64,${content.data}`
    return { type: 'input_image', image_url: url, detail: 'auto' }
  }
  if (content.type === 'resource' && content.mimeType === 'application/pdf') {
    const filename = content.uri.slice(content.uri.lastIndexOf('/') + 1)
    return { type: 'input_file', filename, file_data: `data:application/pdf;base64,${content.blob}` }
  }
  return { type: 'input_text', text: notShown(content) }
}
