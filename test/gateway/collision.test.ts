import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { catalogFrom } from '../../src/config/catalog-from.ts'
import { loadConfig } from '../../src/config/load-config.ts'
import { createSkillTools } from '../../src/tools/skill-tools.ts'
import { type Place, place } from '../config/place.ts'
import { callText } from '../tools/call.ts'

const LATE_SERVER = fileURLToPath(new URL('../servers/late-server.mjs', import.meta.url))

// The example under "Provider Priority and Collision Resolution" of AgentPool's documentation, with real servers.
const LOCAL = ['python-expert', 'refactoring']
const A = ['code-review', 'python-expert']
const B = ['documentation', 'code-review']

const RESOLUTION = {
  'python-expert': 'local: From local.',
  refactoring: 'local: From local.',
  'code-review': 'provider-a: From provider-a.',
  documentation: 'provider-b: From provider-b.',
  'skill://python-expert': 'local: From local.',
  'skill://code-review': 'provider-a: From provider-a.',
  'skill://provider-a/python-expert': 'provider-a: From provider-a.',
  'skill://provider-b/code-review': 'provider-b: From provider-b.',
}

const LISTING = `Available skills:

- **python-expert**: About python-expert.
  URI: \`skill://python-expert\`
  Same name: \`skill://provider-a/python-expert\`
- **refactoring**: About refactoring.
  URI: \`skill://refactoring\`
- **code-review**: About code-review.
  URI: \`skill://provider-a/code-review\`
  Source: provider-a (mcp)
  Same name: \`skill://provider-b/code-review\`
- **python-expert**: About python-expert.
  URI: \`skill://provider-a/python-expert\`
  Source: provider-a (mcp)
  Same name: \`skill://python-expert\`
- **documentation**: About documentation.
  URI: \`skill://provider-b/documentation\`
  Source: provider-b (mcp)
- **code-review**: About code-review.
  URI: \`skill://provider-b/code-review\`
  Source: provider-b (mcp)
  Same name: \`skill://provider-a/code-review\``

const COLLISIONS = [
  "Name 'python-expert' is served more than once: skill://python-expert (local) wins; also skill://provider-a/python-expert (provider-a)",
  "Name 'code-review' is served more than once: skill://provider-a/code-review (provider-a) wins; also skill://provider-b/code-review (provider-b)",
]

/** How long A and B take to come up. */
type Delays = [a: number, b: number]

const anyDelay = () => Math.floor(Math.random() * 300)
const anyDelays = (): Delays => [anyDelay(), anyDelay()]
/** Ten rounds, two at a time: first one with A last and one with B last, then as it falls. */
const ROUNDS: [Delays, Delays][] = [
  [
    [300, 0],
    [0, 300],
  ],
  ...Array.from({ length: 4 }, (): [Delays, Delays] => [anyDelays(), anyDelays()]),
]

describe("the priority example of AgentPool's documentation, with servers that come up in any order", () => {
  it.each(ROUNDS.map((rounds, index) => [index + 1, rounds] as const))(
    'is resolved, listed and reported alike in each pair of rounds, here pair %i (D22, H7, H9, H10, H11)',
    async (_, rounds) => {
      const machine = machineWithServers()
      const outcomes = await Promise.all(rounds.map((delays) => round(machine, delays)))
      for (const [index, outcome] of outcomes.entries()) {
        expect(outcome, `after ${rounds[index]} ms`).toEqual({
          resolution: RESOLUTION,
          listing: LISTING,
          diagnostics: COLLISIONS,
        })
      }
    },
    60_000,
  )

  it('says which server was not waited for, and has its skills once it is there', async () => {
    const { cwd, home, env } = machineWithServers()
    const file = join(cwd, 'late.yaml')
    writeFileSync(file, configText({ a: 1500, b: 0 }))
    const config = await loadConfig({ cwd, home, env, file, useDefaults: false })
    await using catalog = await catalogFrom(config, { home, env, waitMs: 100 })
    const { diagnostics } = await catalog.list()
    expect(diagnostics.map(({ message }) => message)).toContain(
      "MCP server 'provider-a' does not show all of its skills: it has not answered after 100 ms",
    )
    await expect
      .poll(async () => (await catalog.list()).skills.map(({ uri }) => uri), { timeout: 15_000 })
      .toEqual([
        'skill://python-expert',
        'skill://refactoring',
        'skill://provider-a/code-review',
        'skill://provider-a/python-expert',
        'skill://provider-b/documentation',
        'skill://provider-b/code-review',
      ])
  })
})

function machineWithServers(): Place {
  const machine = place(
    Object.fromEntries(LOCAL.map((name) => [`home/project/skills/${name}/SKILL.md`, skillFile(name)])),
  )
  for (const label of ['provider-a', 'provider-b'])
    symlinkSync(LATE_SERVER, join(machine.home, `${label}.mjs`))
  return machine
}

/** Opens the whole from a config in AgentPool's own form, asks for a listing first, and gives all that a user sees of it. */
async function round({ cwd, home, env }: Place, [a, b]: Delays) {
  const file = join(cwd, `after-${a}-${b}.yaml`)
  writeFileSync(file, configText({ a, b }))
  const config = await loadConfig({ cwd, home, env, file, agent: 'assistant', useDefaults: false })
  await using catalog = await catalogFrom(config, { home, env, waitMs: 30_000 })
  const tools = createSkillTools(catalog, { maxSkills: config.maxSkills })
  const listing = await callText(tools, 'list_skills')
  const { diagnostics } = await catalog.list()
  const resolution: Record<string, string> = {}
  for (const reference of Object.keys(RESOLUTION)) {
    const { source, body } = await catalog.load(reference)
    resolution[reference] = `${source.label}: ${body.trim()}`
  }
  return { listing, resolution, diagnostics: diagnostics.map(({ message }) => message) }
}

function configText({ a, b }: { a: number; b: number }): string {
  return `skills:
  paths: [./skills]
mcp_servers:
  - node ../provider-a.mjs ${a} ${A.join(' ')}
  - node ../provider-b.mjs ${b} ${B.join(' ')}
agents:
  assistant:
    model: openai:gpt-4o
    tools:
      - type: skills
        max_skills: 20
`
}

function skillFile(name: string): string {
  return `---\nname: ${name}\ndescription: About ${name}.\n---\nFrom local.\n`
}
