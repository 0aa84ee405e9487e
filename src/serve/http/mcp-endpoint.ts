import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { Catalog, CatalogSkill } from '../../catalog/types.ts'
import { availableSkills } from '../available.ts'
import { coalescedChanges } from '../changes.ts'
import { skillServers, toolsPrompt } from '../mcp-server.ts'
import { type PlainRequest, plainResult } from '../plain-result.ts'
import { type FileJson, preparedFiles } from '../prepared-files.ts'
import { skillAnswers } from '../skill-answers.ts'
import type { ServedOptions } from './types.ts'

/** The protocol over one catalog. */
export interface McpEndpoint {
  catalog: Catalog
  /** Answers a request whose body is parsed, or that is refused unread. `rpc` is the method that it calls, where it is known. */
  call(request: Request, body: unknown, rpc: string | undefined): Promise<Response>
  /** The result of a plain request, see `plainResult`. Throws what the handlers throw. */
  result(request: PlainRequest, options: { signal: AbortSignal }): Promise<string | Buffer>
  /** Opens a subscription. */
  listen(request: Request, body: unknown): Promise<Response>
  /** Ends every subscription, and tells the client that it has ended. */
  endStreams(): Promise<void>
  close(): Promise<void>
}

/** Methods whose answers tell the client which skills there are. */
const NAMES_SKILLS = new Set<string | undefined>(['initialize', 'server/discover', 'tools/list', undefined])

/**
 * Both eras, stateless: every request is served by an MCP server of its own, so that nothing of one caller can reach
 * another, and any replica can answer.
 */
export function mcpEndpoint(
  catalog: Catalog,
  options: ServedOptions,
  fileJson: FileJson = preparedFiles(),
): McpEndpoint {
  const available = availableSkills(catalog)
  const answers = skillAnswers(catalog, options.onWarning ?? (() => {}))
  const newServer = skillServers(catalog, options, answers)
  const settings = {
    maxRequestBodySize: options.limits.bodyBytes,
    maxSubscriptions: options.limits.streams.all,
    onerror: (error: Error) => options.onWarning?.(error.message),
  }
  const calls = createMcpHandler(
    async ({ authInfo }): Promise<McpServer> =>
      newServer(NAMES_SKILLS.has(rpcIn(authInfo)) ? await available() : NONE).server,
    settings,
  )
  const streams = createMcpHandler(() => newServer(NONE).server, settings)
  let told: string | undefined
  async function announce(): Promise<void> {
    streams.notify.resourcesChanged()
    streams.notify.promptsChanged()
    const now = toolsPrompt(await available())
    if (now !== told) streams.notify.toolsChanged()
    told = now
  }
  const stopWatching = coalescedChanges(catalog, () => void announce().catch(settings.onerror))
  return {
    catalog,
    call: (request, body, rpc) => calls.fetch(request, { parsedBody: body, authInfo: aboutCall(rpc) }),
    result: (request, { signal }) => plainResult(answers, request, { signal, fileJson }),
    listen: (request, body) => streams.fetch(request, { parsedBody: body }),
    async endStreams() {
      stopWatching()
      await streams.close()
    },
    close: () => calls.close(),
  }
}

const NONE: readonly CatalogSkill[] = []

/** What the SDK hands to the factory of servers: never who calls, and never a token. */
function aboutCall(rpc: string | undefined) {
  return { token: '', clientId: '', scopes: [], extra: { rpc } }
}

function rpcIn(authInfo: { extra?: Record<string, unknown> } | undefined): string | undefined {
  return authInfo?.extra?.['rpc'] as string | undefined
}
