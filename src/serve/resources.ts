import type { McpServer, Resource } from '@modelcontextprotocol/server'
import type { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { contentOf } from '../skill/content.ts'
import { formatSkillUri } from '../uri/format.ts'
import { madeOnce } from './made-once.ts'
import { byKey, pageOf } from './page.ts'
import { translated } from './protocol-error.ts'
import { readLocated } from './read-located.ts'

/**
 * Serves the catalog as resources and over the Skills extension. `resources/list` is paged and shows each `SKILL.md`; the
 * rest is read through the template. Reading takes the URI as the client wrote it, since the SDK's own handler would
 * resolve dot segments first.
 */
export function registerResources(server: McpServer, catalog: Catalog, extension: SkillsExtension): void {
  extension.attach(server)
  server.server.setRequestHandler('resources/list', ({ params }, { mcpReq: { signal } }) =>
    translated(async () => {
      const all = await skillFileResources(catalog, { signal })
      const { items, nextCursor } = pageOf(all, params?.cursor, ({ uri }) => uri)
      return nextCursor === undefined ? { resources: items } : { resources: items, nextCursor }
    }),
  )
  server.server.setRequestHandler('resources/read', ({ params: { uri } }, { mcpReq: { signal } }) =>
    translated(async () => {
      const { bytes, path } = await readLocated(catalog, uri, { signal })
      const content = contentOf(path, bytes)
      const body =
        content.type === 'text' ? { text: content.text } : { blob: Buffer.from(bytes).toString('base64') }
      return { contents: [{ uri, mimeType: content.mimeType, ...body }] }
    }),
  )
}

/** The `SKILL.md` of every skill, sorted by URI. */
const skillFileResources = madeOnce((skills) => skills.map(skillFileResource).sort(byKey(({ uri }) => uri)))

function skillFileResource({ path, name, description }: PlacedSkill): Resource {
  return {
    uri: formatSkillUri(path, 'SKILL.md'),
    name,
    description,
    mimeType: 'text/markdown',
    annotations: { audience: ['assistant'] },
  }
}
