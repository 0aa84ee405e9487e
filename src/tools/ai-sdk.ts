import { type ModelOutput, modelOutput } from './model-output.ts'
import type { ObjectSchema, SkillTool, ToolAnswer } from './types.ts'

/** The functions of the package `ai` that are used; given by the host, so that Skillway does not bring a version of its own. */
export interface AiSdk<Schema> {
  jsonSchema(schema: ObjectSchema): Schema
}

/** A tool of the AI SDK. */
export interface AiSdkTool<Schema> {
  title: string
  description: string
  inputSchema: Schema
  execute(input: unknown, options: { abortSignal?: AbortSignal | undefined }): Promise<ToolAnswer>
  toModelOutput(result: { output: ToolAnswer }): ModelOutput
}

/**
 * The tools as a `ToolSet` of the AI SDK 6: `tools: { ...aiSdkTools(tools, { jsonSchema }), ...yours }`. Results hold the whole
 * answer, also its structured part; the model is shown its content.
 */
export function aiSdkTools<Schema>(
  tools: readonly SkillTool[],
  { jsonSchema }: AiSdk<Schema>,
): Record<string, AiSdkTool<Schema>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, toTool(tool, jsonSchema(tool.inputSchema))]))
}

function toTool<Schema>(tool: SkillTool, inputSchema: Schema): AiSdkTool<Schema> {
  const { title, description } = tool
  return {
    title,
    description,
    inputSchema,
    execute: (input, { abortSignal }) => tool.run(input, { signal: abortSignal }),
    toModelOutput: ({ output }) => modelOutput(output),
  }
}
