import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { catalogFrom } from '../../src/config/catalog-from.ts'
import { loadConfig } from '../../src/config/load-config.ts'
import type { McpTransport } from '../../src/sources/mcp/types.ts'
import type { SkillSource, SkillSummary } from '../../src/sources/types.ts'
import { createSkillTools } from '../../src/tools/skill-tools.ts'
import { place } from '../config/place.ts'
import { faulty } from '../sources/mcp/upstream.ts'
import { callText } from '../tools/call.ts'

const SERVERS = 100
const SKILLS_OF_EACH = 100

describe('a gateway before very many skills', () => {
  it('has those of a hundred servers, and neither a dead nor a silent one keeps anybody waiting (H14, D26)', async () => {
    const { cwd, home, env } = place()
    const servers = await Promise.all(
      Array.from({ length: SERVERS }, () => faulty('http', 'many-entries', { entries: SKILLS_OF_EACH })),
    )
    const dead = { command: 'node', args: ['-e', 'process.exit(1)'] }
    const silent = await faulty('stdio', 'never-ready')
    const named = [dead, silent, ...servers].map((server, index) => [`server-${index}`, withoutType(server)])
    const file = join(cwd, 'many.json')
    writeFileSync(file, JSON.stringify({ mcpServers: Object.fromEntries(named) }))
    const config = await loadConfig({ cwd, home, env, file, useDefaults: false })
    await using catalog = await catalogFrom(config, { home, env, waitMs: 15_000 })

    const started = performance.now()
    const { total, diagnostics } = await catalog.list({ limit: 1 })
    expect(performance.now() - started).toBeLessThan(30_000)
    expect(total).toBe(SERVERS * SKILLS_OF_EACH)
    const missing = diagnostics.filter(({ code }) => code === 'SOURCE_UNAVAILABLE')
    expect(missing.map(({ source }) => source)).toEqual(['server-0', 'server-1'])

    const again = performance.now()
    expect((await catalog.resolve('skill-7')).skill.uri).toBe('skill://server-2/skill-7')
    expect((await catalog.resolve('skill://server-101/skill-99')).skill.uri).toBe(
      'skill://server-101/skill-99',
    )
    expect(performance.now() - again).toBeLessThan(10_000)
  }, 60_000)

  it('names few of ten thousand skills that one server gives the same name (D17, H8)', async () => {
    const catalog = createCatalog([sourceOfTwins(10_000)])
    const before = process.memoryUsage.rss()
    const tools = createSkillTools(catalog, { maxSkills: 20 })
    const listing = await callText(tools, 'list_skills')
    expect(listing).toContain('9980 more skills are not shown')
    expect(listing.length).toBeLessThan(50_000)
    const { diagnostics } = await catalog.list({ limit: 1 })
    expect(diagnostics[0]!.message).toMatch(/skill:\/\/docs\/p20\/twin \(docs\), 9979 more$/)
    await expect(catalog.load('twin')).rejects.toMatchObject({
      code: 'SKILL_AMBIGUOUS',
      message: expect.stringMatching(/means 10000 skills of source 'docs': .{400,800}, 9980 more$/) as string,
    })
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  })
})

/** As a config has it. */
function withoutType(server: Partial<McpTransport>): object {
  const { type: _, ...rest } = server
  return rest
}

function sourceOfTwins(count: number): SkillSource {
  const head = { name: 'twin', description: 'A twin.' }
  const skills = Array.from({ length: count }, (_, index): SkillSummary => ({
    ...head,
    skillPath: `p${index}/twin`,
    frontmatter: head,
    form: 'frontmatter',
    listable: true,
    files: [],
  }))
  return {
    label: 'docs',
    kind: 'mcp',
    list: async () => ({ skills, diagnostics: [] }),
    get: async () => undefined,
    read: () => Promise.reject(new Error('never read')),
  }
}
