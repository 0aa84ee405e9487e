import { expect } from 'vitest'
import type { SkillTool, ToolAnswer } from '../../src/tools/types.ts'

/** Calls a tool as a model would. */
export async function call(tools: SkillTool[], name: string, input: unknown = {}): Promise<ToolAnswer> {
  const tool = tools.find((candidate) => candidate.name === name)
  expect(tool, `there is a tool ${name}`).toBeDefined()
  return await tool!.run(input)
}

/** The first text of the answer. */
export async function callText(tools: SkillTool[], name: string, input: unknown = {}): Promise<string> {
  const [first] = (await call(tools, name, input)).content
  expect(first?.type).toBe('text')
  return (first as { text: string }).text
}
