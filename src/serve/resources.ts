import type { McpServer, Resource } from '@modelcontextprotocol/server'
import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { madeOnce } from './made-once.ts'
import { byKey, pageOf } from './page.ts'
import { translated } from './protocol-error.ts'
import type { SessionCommands } from './session-commands.ts'
import { freshness, resourceContents, type SkillAnswers } from './skill-answers.ts'

/** The URIs of all files: `+` lets a path have its slashes (RFC 6570). */
const TEMPLATE = {
  name: 'skill-file',
  title: 'A file of a skill',
  description: 'SKILL.md or any other file of a skill, by its path: skill://name/references/guide.md',
  uriTemplate: 'skill://{+path}',
}

/**
 * Serves the catalog as resources. `resources/list` is paged and shows each `SKILL.md`; the rest is read through the
 * template, and so is what commands left. Reading takes the URI as the client wrote it: resolving dot segments would hide them.
 */
export function registerResources(
  server: McpServer,
  catalog: Catalog,
  { answers, commands }: { answers: SkillAnswers; commands: Pick<SessionCommands, 'read'> | undefined },
): void {
  server.server.registerCapabilities({ resources: { listChanged: true } })
  server.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }))
  server.server.setRequestHandler('resources/list', ({ params }, { mcpReq: { signal } }) =>
    translated(async () => {
      const all = await skillFileResources(catalog, { signal })
      const { items, nextCursor } = pageOf(all, params?.cursor, ({ uri }) => uri)
      return nextCursor === undefined ? { resources: items } : { resources: items, nextCursor }
    }),
  )
  server.server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    translated(async () => {
      const { signal } = context.mcpReq
      const file = (await commands?.read(uri)) ?? (await answers.file(uri, { signal }))
      return { ...resourceContents(uri, file), ...freshness(context) }
    }, uri),
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
