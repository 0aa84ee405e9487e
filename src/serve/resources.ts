import type { McpServer, Resource } from '@modelcontextprotocol/server'
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { contentOf } from '../skill/content.ts'
import { formatSkillUri } from '../uri/format.ts'
import { byKey, pageOf } from './page.ts'
import { translated } from './protocol-error.ts'
import { readLocated } from './read-located.ts'
import { wireSource } from './skill-source.ts'

/**
 * Serves the catalog as resources and over the Skills extension. `resources/list` is paged and shows each `SKILL.md`; the
 * rest is read through the template. Reading takes the URI as the client wrote it, since the SDK's own handler would
 * resolve dot segments first.
 */
export function registerResources(
  server: McpServer,
  catalog: Catalog,
  onWarning: (text: string) => void,
): void {
  const source = wireSource(catalog)
  const translating = {
    list: (...given: Parameters<typeof source.list>) => translated(() => source.list(...given)),
    get: (...given: Parameters<typeof source.get>) => translated(() => source.get(...given)),
    read: (...given: Parameters<typeof source.read>) => translated(() => source.read(...given)),
    readDirectory: (...given: Parameters<NonNullable<typeof source.readDirectory>>) =>
      translated(() => source.readDirectory!(...given)),
  }
  const warn = ({ path, message }: { path: string; message: string }) => onWarning(`${path}: ${message}`)
  new SkillsExtension({ source: translating, onWarning: warn }).attach(server)
  const sorted = sortedByUri(catalog)
  server.server.setRequestHandler('resources/list', ({ params }, { mcpReq: { signal } }) =>
    translated(async () => {
      const { items, nextCursor } = pageOf(await sorted(signal), params?.cursor, skillFileUri)
      const resources = items.map(skillFileResource)
      return nextCursor === undefined ? { resources } : { resources, nextCursor }
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

function sortedByUri(catalog: Catalog): (signal: AbortSignal) => Promise<readonly PlacedSkill[]> {
  let seen: readonly PlacedSkill[] | undefined
  let sorted: PlacedSkill[] = []
  return async (signal) => {
    const all = await catalog.placed({ signal })
    if (all !== seen) {
      sorted = [...all].sort(byKey(skillFileUri))
      seen = all
    }
    return sorted
  }
}

function skillFileUri({ path }: PlacedSkill): string {
  return formatSkillUri(path, 'SKILL.md')
}

function skillFileResource(skill: PlacedSkill): Resource {
  const { name, description } = skill
  return {
    uri: skillFileUri(skill),
    name,
    description,
    mimeType: 'text/markdown',
    annotations: { audience: ['assistant'] },
  }
}
