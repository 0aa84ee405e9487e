import { ProtocolError } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import type { Catalog } from '../../catalog/types.ts'
import { SkillwayError } from '../../errors.ts'
import { formatSkillUri } from '../../uri/format.ts'
import { byKey } from '../page.ts'
import { readLocated } from '../read-located.ts'
import type { HttpEnv } from './app.ts'

/** Where the discovery draft 0.2.0 looks for skills. */
const WELL_KNOWN = '/.well-known/agent-skills/'
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** The index, and the skill files behind it. */
export function discoveryRoutes(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(`${WELL_KNOWN}index.json`, async (c) =>
      c.json(await wellKnownIndex(c.get('view').catalog, c.req.raw.signal)),
    )
    .get(`${WELL_KNOWN}*`, async (c) => {
      const { pathname } = new URL(c.req.url)
      try {
        const { bytes, path } = await readLocated(c.get('view').catalog, wellKnownUri(pathname), {
          signal: c.req.raw.signal,
        })
        if (path === 'SKILL.md')
          return c.body(new Uint8Array(bytes), 200, { 'content-type': 'text/markdown; charset=utf-8' })
      } catch (error) {
        if (!(error instanceof SkillwayError || error instanceof ProtocolError)) throw error
      }
      return c.notFound()
    })
}

/** The index of listable skills; each is one `SKILL.md`, with the digest over its raw bytes. */
async function wellKnownIndex(catalog: Catalog, signal: AbortSignal): Promise<Record<string, unknown>> {
  const skills: Record<string, string>[] = []
  for (const { listable, from, path, summary } of await catalog.placed({ signal })) {
    if (!listable) continue
    const entry = await from.get(summary.skillPath, { signal })
    if (entry === undefined || !entry.listable || entry.files === 'dynamic') continue
    const digest = entry.files.find((file) => file.path === 'SKILL.md')?.digest
    if (digest === undefined) continue
    const url = WELL_KNOWN + formatSkillUri(path, 'SKILL.md').slice('skill://'.length)
    skills.push({ name: entry.name, type: 'skill-md', description: entry.description, url, digest })
  }
  return { $schema: SCHEMA, skills: skills.sort(byKey((skill) => skill['url']!)) }
}

/** The URI of the skill file that a path below the index stands for. */
function wellKnownUri(pathname: string): string {
  return `skill://${pathname.slice(WELL_KNOWN.length)}`
}
