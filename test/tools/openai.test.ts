import { describe, expect, it } from 'vitest'
import { openaiChatTools } from '../../src/tools/openai-chat.ts'
import { openaiResponsesTools } from '../../src/tools/openai-responses.ts'
import { CALLS, kindsOfFiles, PDF, PNG, reading } from './hosts.ts'

describe('skill tools for Chat Completions', () => {
  const { definitions, run } = openaiChatTools(kindsOfFiles())
  const call = (name: string, input: unknown) =>
    run({ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(input) } })

  it('are function tools with their schema as it is', () => {
    const load = definitions.find((each) => each.function.name === 'load_skill')
    expect(load).toMatchObject({
      type: 'function',
      function: { parameters: { type: 'object', required: ['skill_name'], additionalProperties: false } },
    })
    expect(definitions).toHaveLength(5)
  })

  it.each(CALLS)('answer %s with a tool message', async (_case, name, input, text) => {
    const message = await call(name, input)
    expect(message).toMatchObject({ role: 'tool', tool_call_id: 'call_1' })
    expect(message!.content[0]!.text).toContain(text)
  })

  it('say in words what a tool message cannot hold', async () => {
    const message = await call('read_reference_file', reading('dot.png'))
    expect(message!.content).toEqual([
      { type: 'text', text: `[image/png, ${PNG.length} bytes: a file of this kind cannot be shown here]` },
    ])
  })

  it.each([
    ['cut off', '{"skill_name": "ki'],
    ['not JSON at all', 'kinds'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '7'],
  ])('answer arguments that are %s, so that the model can mend them', async (_case, text) => {
    const message = await run({
      id: 'c',
      type: 'function',
      function: { name: 'load_skill', arguments: text },
    })
    expect(message!.content[0]!.text).toMatch(/not valid JSON|must be a string/)
  })

  it('take an empty text for no arguments', async () => {
    const message = await run({ id: 'c', type: 'function', function: { name: 'list_skills', arguments: '' } })
    expect(message!.content[0]!.text).toContain('- **kinds**')
  })

  it.each([
    ["the host's own tools", { id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } }],
    [
      'names of the prototype',
      { id: 'c', type: 'function', function: { name: 'toString', arguments: '{}' } },
    ],
    ['custom tools', { id: 'c', type: 'custom', custom: { name: 'load_skill', input: '' } }],
  ])('leave %s to the host', async (_case, other) => {
    expect(await run(other)).toBeUndefined()
  })

  it('end with the signal, not with an answer', async () => {
    const listing = { id: 'c', type: 'function', function: { name: 'list_skills', arguments: '{}' } }
    await expect(run(listing, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })
})

describe('skill tools for Responses', () => {
  const { definitions, run } = openaiResponsesTools(kindsOfFiles())
  const call = (name: string, input: unknown) =>
    run({ type: 'function_call', call_id: 'fc_1', name, arguments: JSON.stringify(input) })

  it('are function tools that may leave arguments out', () => {
    expect(definitions.find(({ name }) => name === 'load_skill')).toMatchObject({
      type: 'function',
      strict: false,
      parameters: { required: ['skill_name'] },
    })
  })

  it.each(CALLS)('answer %s with an output item', async (_case, name, input, text) => {
    const item = await call(name, input)
    expect(item).toMatchObject({ type: 'function_call_output', call_id: 'fc_1' })
    expect(item!.output[0]).toMatchObject({ type: 'input_text', text: expect.stringContaining(text) })
  })

  it('show images and PDF files as such, and the rest in words', async () => {
    const first = async (file: string) => (await call('read_reference_file', reading(file)))!.output[0]
    expect(await first('dot.png')).toEqual({
      type: 'input_image',
      image_url: `data:image/png;base64,${PNG.toString('base64')}`,
      detail: 'auto',
    })
    expect(await first('sheet.pdf')).toEqual({
      type: 'input_file',
      filename: 'sheet.pdf',
      file_data: `data:application/pdf;base64,${PDF.toString('base64')}`,
    })
    expect(await first('data.bin')).toEqual({
      type: 'input_text',
      text: '[skill://kinds/assets/data.bin, application/octet-stream, 4 bytes: a file of this kind cannot be shown here]',
    })
  })

  it.each([
    ['messages', { type: 'message' }],
    ['reasoning', { type: 'reasoning' }],
    ['tools of the host', { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{}' }],
  ])('leave %s to the host', async (_case, item) => {
    expect(await run(item)).toBeUndefined()
  })
})
