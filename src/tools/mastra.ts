import { type ModelOutput, modelOutput } from './model-output.ts'
import type { ObjectSchema, SkillTool, ToolAnswer } from './types.ts'

/** What Mastra's `createTool` is given for a tool. */
export interface MastraToolOptions {
  id: string
  description: string
  inputSchema: ObjectSchema & Record<string, unknown>
  execute(input: unknown, context?: { abortSignal?: AbortSignal | undefined }): Promise<ToolAnswer>
  /** Given what `execute` gave, or what Mastra says instead of calling it. */
  toModelOutput(output: unknown): ModelOutput
  mcp: { annotations: SkillTool['annotations'] & { title: string } }
}

/** The tools for an agent of Mastra 1: `tools: mastraTools(tools, createTool)`, with `createTool` of `@mastra/core/tools`. */
export function mastraTools<Tool>(
  tools: readonly SkillTool[],
  createTool: (options: MastraToolOptions) => Tool,
): Record<string, Tool> {
  return Object.fromEntries(tools.map((tool) => [tool.name, createTool(optionsOf(tool))]))
}

function optionsOf(tool: SkillTool): MastraToolOptions {
  const { name, title, description, inputSchema, annotations } = tool
  return {
    id: name,
    description,
    inputSchema: { ...inputSchema },
    execute: (input, context) => tool.run(input, { signal: context?.abortSignal }),
    toModelOutput: (output) => (isAnswer(output) ? modelOutput(output) : refusalOf(output)),
    mcp: { annotations: { title, ...annotations } },
  }
}

function isAnswer(output: unknown): output is ToolAnswer {
  return typeof output === 'object' && output !== null && 'content' in output && Array.isArray(output.content)
}

/** Mastra checks the input against the schema itself, and answers `{ error, message }` where it does not fit. */
function refusalOf(output: unknown): ModelOutput {
  const { message } = (output ?? {}) as { message?: unknown }
  return { type: 'error-text', value: typeof message === 'string' ? message : String(JSON.stringify(output)) }
}
