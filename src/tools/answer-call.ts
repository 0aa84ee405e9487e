import { SkillwayError } from '../errors.ts'
import { failureAnswer } from './failure.ts'
import type { SkillTool, ToolAnswer, ToolCallOptions } from './types.ts'

/** A tool call as a model wrote it. */
export interface ModelCall {
  name: string
  /** An object, or the JSON text of one. */
  input: unknown
}

/**
 * The answer to a model's call of one of these tools; `undefined` where the name is none of theirs, so that a host goes on
 * with tools of its own. Arguments that are not JSON are an answer too: the model can mend them.
 */
export async function answerCall(
  tools: readonly SkillTool[],
  { name, input }: ModelCall,
  options?: ToolCallOptions,
): Promise<ToolAnswer | undefined> {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool === undefined) return undefined
  if (typeof input !== 'string') return tool.run(input, options)
  const parsed = parseArguments(input)
  return parsed === undefined ? failureAnswer(notJson()) : tool.run(parsed.value, options)
}

/** Some models send no text at all where a tool needs no arguments. */
function parseArguments(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function notJson(): SkillwayError {
  return new SkillwayError('USAGE', 'The arguments of the call are not valid JSON', {
    hint: "Call the tool again with one JSON object as the tool's input schema says.",
  })
}
