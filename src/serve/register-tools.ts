import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type RegisteredTool,
} from '@modelcontextprotocol/server'
import type { SkillTool, ToolAnswer, ToolContent } from '../tools/types.ts'

/** Registers the tools on an MCP server; the answer is the registration of each by name. */
export function registerTools(server: McpServer, tools: readonly SkillTool[]): Map<string, RegisteredTool> {
  return new Map(tools.map((tool) => [tool.name, registerTool(server, tool)]))
}

function registerTool(server: McpServer, tool: SkillTool): RegisteredTool {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool
  return server.registerTool(
    name,
    {
      title,
      description,
      annotations: { title, ...annotations },
      inputSchema: fromJsonSchema({ ...inputSchema }),
      ...(outputSchema === undefined ? {} : { outputSchema: fromJsonSchema({ ...outputSchema }) }),
    },
    async (input, context) => toResult(await tool.run(input, { signal: context.mcpReq.signal })),
  )
}

function toResult({ content, structured, isError }: ToolAnswer): CallToolResult {
  return {
    content: content.map(toBlock),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(isError === undefined ? {} : { isError }),
  }
}

function toBlock(content: ToolContent): CallToolResult['content'][number] {
  if (content.type !== 'resource') return content
  const { uri, mimeType, blob } = content
  return { type: 'resource', resource: { uri, mimeType, blob } }
}
