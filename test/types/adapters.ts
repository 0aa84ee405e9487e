// Compiled, never run: what the adapters give is what the packages of the hosts take.
import type Anthropic from '@anthropic-ai/sdk'
import { generateText, jsonSchema, type LanguageModel, tool, type ToolSet } from 'ai'
import type OpenAI from 'openai'
import { z } from 'zod'
import {
  aiSdkTools,
  anthropicTools,
  type AnthropicResult,
  mastraTools,
  type OpenaiChatResult,
  openaiChatTools,
  type OpenaiResponsesResult,
  openaiResponsesTools,
  type SkillTool,
} from '../../src/tools/index.ts'

declare const tools: SkillTool[]

const chat = openaiChatTools(tools)
chat.definitions satisfies OpenAI.Chat.Completions.ChatCompletionTool[]
const chatResult = (result: OpenaiChatResult): OpenAI.Chat.Completions.ChatCompletionMessageParam => result
const chatCall = (call: OpenAI.Chat.Completions.ChatCompletionMessageToolCall) => chat.run(call)

const responses = openaiResponsesTools(tools)
responses.definitions satisfies OpenAI.Responses.Tool[]
const responsesResult = (result: OpenaiResponsesResult): OpenAI.Responses.ResponseInputItem => result
const responsesCall = (item: OpenAI.Responses.ResponseOutputItem) => responses.run(item)

const anthropic = anthropicTools(tools)
anthropic.definitions satisfies Anthropic.Tool[]
const anthropicResult = (result: AnthropicResult): Anthropic.ToolResultBlockParam => result
const anthropicCall = (block: Anthropic.ContentBlock) => anthropic.run(block)

const own = tool({
  description: 'd',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => city,
})
const toolSet = { ...aiSdkTools(tools, { jsonSchema }), weather: own } satisfies ToolSet
const generated = (model: LanguageModel) => generateText({ model, tools: toolSet, prompt: 'Go.' })

const mastra: Record<string, { id: string }> = mastraTools(tools, ({ id }) => ({ id }))

// @ts-expect-error A tool's answer is not a message: it has to go through an adapter.
const wrong: OpenAI.Chat.Completions.ChatCompletionMessageParam = await tools[0]!.run({})

export const openai = { chatResult, chatCall, responsesResult, responsesCall, wrong }
export const others = { anthropicResult, anthropicCall, generated, mastra }
