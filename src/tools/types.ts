import type { ErrorCode } from '../errors.ts'

/** One piece of an answer, in the shape that MCP and the model APIs have in common. `data` and `blob` are base64. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; uri: string; mimeType: string; blob: string }

/** What a tool gives back. */
export interface ToolAnswer {
  content: ToolContent[]
  /** The same as data, for programs. */
  structured?: Record<string, unknown>
  /** The call could not be done; the first text says why and what to do. */
  isError?: true
  /** Why it could not be done, for programs. */
  code?: ErrorCode
}

/** A JSON Schema of an object, as tool definitions carry it. */
export interface ObjectSchema {
  type: 'object'
  properties: Record<string, Record<string, unknown>>
  required?: string[]
  additionalProperties?: boolean
}

/** What every call of a tool may be given. */
export interface ToolCallOptions {
  signal?: AbortSignal | undefined
  /** Called every few seconds while a command runs. */
  onProgress?: ((progress: { elapsedMs: number }) => void) | undefined
}

/** A tool that gives skills to a model, known to no particular host. A failure is an answer; only an aborted signal is thrown. */
export interface SkillTool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema?: ObjectSchema
  /** MCP's hints: reading changes nothing; `openWorldHint` where skills come from servers. */
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  run(input: unknown, options?: ToolCallOptions): Promise<ToolAnswer>
}
