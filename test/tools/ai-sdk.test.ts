import { generateText, jsonSchema, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { aiSdkTools } from '../../src/tools/ai-sdk.ts'
import { mastraTools } from '../../src/tools/mastra.ts'
import { modelOutput } from '../../src/tools/model-output.ts'
import { call } from './call.ts'
import { CALLS, kindsOfFiles, PDF, PNG, reading } from './hosts.ts'

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that makes one tool call, then says that it is done. */
function modelThatCalls(toolName: string, input: unknown): MockLanguageModelV3 {
  const answer = { usage: USAGE, warnings: [] }
  const toolCall = { type: 'tool-call' as const, toolCallId: 'c1', toolName, input: JSON.stringify(input) }
  return new MockLanguageModelV3({
    doGenerate: [
      { ...answer, content: [toolCall], finishReason: { unified: 'tool-calls', raw: undefined } },
      {
        ...answer,
        content: [{ type: 'text', text: 'Done.' }],
        finishReason: { unified: 'stop', raw: undefined },
      },
    ],
  })
}

/** What the model is given as the result of its call. */
async function resultSeen(toolName: string, input: unknown): Promise<unknown> {
  const model = modelThatCalls(toolName, input)
  const tools = aiSdkTools(kindsOfFiles(), { jsonSchema })
  await generateText({ model, tools, prompt: 'Go.', stopWhen: stepCountIs(3) })
  const message = model.doGenerateCalls[1]!.prompt.at(-1)!
  return (message.content[0] as { output: unknown }).output
}

describe('skill tools for the AI SDK', () => {
  it('are sent with their schema', async () => {
    const model = modelThatCalls('list_skills', {})
    const tools = aiSdkTools(kindsOfFiles(), { jsonSchema })
    await generateText({ model, tools, prompt: 'Go.' })
    const sent = model.doGenerateCalls[0]!.tools!
    expect(sent.find(({ name }) => name === 'load_skill')).toMatchObject({
      type: 'function',
      inputSchema: { type: 'object', required: ['skill_name'] },
    })
  })

  it.each(CALLS)('give a model %s', async (_case, name, input, text) => {
    expect(JSON.stringify(await resultSeen(name, input))).toContain(text.replaceAll('"', '\\"'))
  })

  it('give a failure as an error, an image as an image', async () => {
    expect(await resultSeen('load_skill', { skill_name: 'nope' })).toMatchObject({ type: 'error-text' })
    expect(await resultSeen('read_reference_file', reading('dot.png'))).toMatchObject({
      type: 'content',
      value: [{ type: 'image-data', mediaType: 'image/png', data: PNG.toString('base64') }],
    })
    expect(await resultSeen('read_reference_file', reading('sheet.pdf'))).toMatchObject({
      value: [{ type: 'file-data', mediaType: 'application/pdf', data: PDF.toString('base64') }],
    })
    expect(await resultSeen('read_reference_file', reading('data.bin'))).toMatchObject({
      value: [{ type: 'text', text: expect.stringContaining('4 bytes: a file') }],
    })
  })

  it('are stopped by the abort signal of the call', async () => {
    const tools = aiSdkTools(kindsOfFiles(), { jsonSchema })
    const running = tools['list_skills']!.execute({}, { abortSignal: AbortSignal.abort() })
    await expect(running).rejects.toThrow(/abort/i)
  })
})

describe('skill tools for Mastra', () => {
  const tools = mastraTools(kindsOfFiles(), (options) => options)

  it('are made by its createTool, with a JSON Schema and MCP annotations', () => {
    expect(Object.keys(tools)).toContain('load_skill')
    expect(tools['load_skill']).toMatchObject({
      id: 'load_skill',
      inputSchema: { type: 'object', required: ['skill_name'] },
      mcp: { annotations: { title: 'Load a skill', readOnlyHint: true } },
    })
  })

  it('show a model what Mastra says instead of calling them, where the input does not fit the schema', () => {
    const message = 'Tool input validation failed for load_skill.'
    const shown = (output: unknown) => tools['load_skill']!.toModelOutput(output)
    expect(shown({ error: true, message, validationErrors: {} })).toEqual({
      type: 'error-text',
      value: message,
    })
    expect(shown({ other: 1 })).toEqual({ type: 'error-text', value: '{"other":1}' })
    expect(shown(undefined)).toEqual({ type: 'error-text', value: 'undefined' })
  })

  it.each(CALLS)('execute %s', async (_case, name, input, text) => {
    const output = await tools[name]!.execute(input, {})
    expect(output.content[0]).toMatchObject({ text: expect.stringContaining(text) })
    expect(tools[name]!.toModelOutput(output)).toEqual(modelOutput(await call(kindsOfFiles(), name, input)))
  })
})
