import type { McpServer } from '@modelcontextprotocol/server'
import {
  GetSkillRequestParamsSchema,
  ListSkillsRequestParamsSchema,
  ReadResourceDirectoryRequestParamsSchema,
} from '@modelcontextprotocol/core/ext/skills'
import type { Catalog } from '../catalog/types.ts'
import { SKILLS_EXTENSION } from '../sep2640/wire.ts'
import { directoryChildren } from './directory-children.ts'
import { pageOf } from './page.ts'
import { translated, unknownUri } from './protocol-error.ts'
import { freshness, type SkillAnswers } from './skill-answers.ts'
import { entryToWire, pageToWire } from './skill-pages.ts'

/**
 * Serves the catalog over the Skills extension (SEP-2640): listable skills at their canonical URIs. An entry goes out as its
 * skill is; the SDK's own extension would leave out what its idea of the Agent Skills specification does not know.
 */
export function registerSkillsExtension(server: McpServer, catalog: Catalog, answers: SkillAnswers): void {
  server.server.registerCapabilities({ extensions: { [SKILLS_EXTENSION]: { directoryRead: true } } })
  server.server.setRequestHandler(
    'skills/list',
    { params: ListSkillsRequestParamsSchema },
    ({ cursor }, context) =>
      translated(async () => ({ ...pageToWire(await answers.page(cursor)), ...freshness(context) })),
  )
  server.server.setRequestHandler('skills/get', { params: GetSkillRequestParamsSchema }, ({ uri }, context) =>
    translated(async () => {
      const { signal } = context.mcpReq
      return { skill: entryToWire(await answers.entry(uri, { signal })), ...freshness(context) }
    }),
  )
  server.server.setRequestHandler(
    'resources/directory/read',
    { params: ReadResourceDirectoryRequestParamsSchema },
    ({ uri, cursor }, context) =>
      translated(async () => {
        const children = await directoryChildren(catalog, uri, { signal: context.mcpReq.signal })
        if (children === undefined) throw unknownUri(uri, 'No directory is served')
        const { items, nextCursor } = pageOf(children, cursor, (child) => child.uri)
        const next = nextCursor === undefined ? {} : { nextCursor }
        return { resources: items, ...next, ...freshness(context) }
      }),
  )
}
