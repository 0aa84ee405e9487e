import type { ServerContext } from '@modelcontextprotocol/server'
import type { Catalog } from '../catalog/types.ts'
import { contentOf } from '../skill/content.ts'
import { unknownUri } from './protocol-error.ts'
import { type LocatedBytes, readLocated } from './read-located.ts'
import { type ServedEntry, servedEntry, type SkillPages, skillPages } from './skill-pages.ts'

/** What the requests that read skills are answered with; the same for every connection. */
export interface SkillAnswers {
  /** `skills/list` */
  page: SkillPages
  /** `skills/get`; -32602 for a URI that is no listable skill's. */
  entry(uri: string, options: { signal: AbortSignal }): Promise<ServedEntry>
  /** The file that `resources/read` shows; -32602 for a URI at which nothing is served. */
  file(uri: string, options: { signal: AbortSignal }): Promise<Pick<LocatedBytes, 'path' | 'bytes'>>
}

export interface ResourceContents {
  contents: ({ uri: string; mimeType: string } & ({ text: string } | { blob: string }))[]
}

export function skillAnswers(catalog: Catalog, onWarning: (text: string) => void): SkillAnswers {
  return {
    page: skillPages(catalog, onWarning),
    async entry(uri, options) {
      const location = await catalog.locate(uri, options)
      const isSkill = location?.skill !== undefined && location.filePath === 'SKILL.md'
      const entry = isSkill ? await servedEntry(location.skill!, options) : undefined
      if (entry === undefined) throw unknownUri(uri, 'No skill is served')
      return entry
    },
    file: (uri, options) => readLocated(catalog, uri, options),
  }
}

/** A file as `resources/read` shows it. */
export function resourceContents(
  uri: string,
  { path, bytes }: Pick<LocatedBytes, 'path' | 'bytes'>,
): ResourceContents {
  const content = contentOf(path, bytes)
  const body =
    content.type === 'text' ? { text: content.text } : { blob: Buffer.from(bytes).toString('base64') }
  return { contents: [{ uri, mimeType: content.mimeType, ...body }] }
}

/** Any answer may be another in a moment. */
export const FRESHNESS = { ttlMs: 0, cacheScope: 'private' } as const

/** What an answer says of its freshness; the older protocol has no words for that. */
export function freshness({ mcpReq: { envelope } }: ServerContext): Partial<typeof FRESHNESS> {
  return envelope === undefined ? {} : FRESHNESS
}
