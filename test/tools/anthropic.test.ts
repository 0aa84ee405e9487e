import { describe, expect, it } from 'vitest'
import { anthropicTools } from '../../src/tools/anthropic.ts'
import { CALLS, kindsOfFiles, PDF, PNG, reading } from './hosts.ts'

describe('skill tools for Anthropic', () => {
  const { definitions, run } = anthropicTools(kindsOfFiles())
  const use = (name: string, input: unknown) => run({ type: 'tool_use', id: 'toolu_1', name, input })

  it('have their schema as input_schema', () => {
    expect(definitions.find(({ name }) => name === 'load_skill')).toMatchObject({
      input_schema: { type: 'object', required: ['skill_name'], additionalProperties: false },
    })
  })

  it.each(CALLS)('answer %s with a tool_result', async (_case, name, input, text) => {
    const result = await use(name, input)
    expect(result).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_1' })
    expect(result!.content[0]).toMatchObject({ type: 'text', text: expect.stringContaining(text) })
  })

  it('mark a failure as an error, and only a failure', async () => {
    expect(await use('load_skill', { skill_name: 'nope' })).toMatchObject({ is_error: true })
    expect(await use('load_skill', { skill_name: 'kinds' })).not.toHaveProperty('is_error')
  })

  it('show images and PDF files as such, and the rest in words', async () => {
    const first = async (file: string) => (await use('read_reference_file', reading(file)))!.content[0]
    const base64 = (media: string, bytes: Buffer) => ({
      type: 'base64',
      media_type: media,
      data: bytes.toString('base64'),
    })
    expect(await first('dot.png')).toEqual({ type: 'image', source: base64('image/png', PNG) })
    expect(await first('sheet.pdf')).toEqual({ type: 'document', source: base64('application/pdf', PDF) })
    expect(await first('data.bin')).toMatchObject({
      type: 'text',
      text: expect.stringContaining('4 bytes: a file'),
    })
  })

  it.each([
    ['text', { type: 'text' }],
    ['server tools', { type: 'server_tool_use', id: 'x', name: 'load_skill', input: {} }],
    ['tools of the host', { type: 'tool_use', id: 'x', name: 'weather', input: {} }],
  ])('leave %s to the host', async (_case, block) => {
    expect(await run(block)).toBeUndefined()
  })
})
