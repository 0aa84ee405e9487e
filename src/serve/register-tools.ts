import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { failureAnswer } from '../tools/failure.ts'
import type { Approver } from './approver.ts'
import { isInputRequired, runTool } from './run-tool.ts'
import type { SkillTool, ToolAnswer, ToolContent } from '../tools/types.ts'

export interface ToolRegistration {
  /** Asked each time, since it may change with the catalog. */
  description: (tool: SkillTool) => string
  /** Who asks the person in front of the client; without it, answers say which command approves. */
  approver?: Approver | undefined
}

/** Serves tools on an MCP server; they are made when the client first lists or calls one. */
export function registerTools(
  server: McpServer,
  makeTools: () => readonly SkillTool[],
  { description, approver }: ToolRegistration,
): void {
  let made: readonly SkillTool[] | undefined
  const tools = () => (made ??= makeTools())
  server.server.registerCapabilities({ tools: { listChanged: true } })
  server.server.setRequestHandler('tools/list', () => ({
    tools: tools().map((tool) => ({ ...definitionOf(tool), description: description(tool) })),
  }))
  server.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools().find(({ name }) => name === params.name)
    if (tool === undefined) throw unknownTool(params.name)
    const input = params.arguments ?? {}
    const refused = unknownArgument(tool, input)
    if (refused !== undefined) return toResult(refused)
    const asking = canBeAsked(server, context) ? approver : undefined
    const answer = await runTool(tool, input, { approver: asking, context })
    return isInputRequired(answer) ? answer : toResult(answer)
  })
}

/** True if the client shows forms to a person; in 2026 it says so with every request. */
function canBeAsked({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const declared = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]
  const { elicitation } = (declared as ClientCapabilities | undefined) ?? server.getClientCapabilities() ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

function definitionOf({ name, title, annotations, inputSchema, outputSchema }: SkillTool): Tool {
  return {
    name,
    title,
    annotations: { title, ...annotations },
    inputSchema: { ...inputSchema } as Tool['inputSchema'],
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } as Tool['inputSchema'] }),
  }
}

/** What a model wrote wrong in a name is told to it, instead of being passed over; values are the tool's own to check. */
function unknownArgument({ inputSchema }: SkillTool, input: object): ToolAnswer | undefined {
  const known = Object.keys(inputSchema.properties)
  const unknown = Object.keys(input).find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  const names = known.length === 0 ? 'it takes none' : `its arguments are ${known.join(', ')}`
  return failureAnswer(
    new SkillwayError('USAGE', `The tool has no argument ${quote(unknown)}; ${names}`, {
      hint: "Call the tool again with the arguments as the tool's input schema says.",
    }),
  )
}

function unknownTool(name: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${quote(name)}: list the tools again`,
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
