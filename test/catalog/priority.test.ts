import { describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { createSkillTools } from '../../src/tools/skill-tools.ts'
import { callText } from '../tools/call.ts'

/** A source with these skills, each saying where it is from. */
function source(label: string, names: string[], kind: SkillSource['kind'] = 'memory'): SkillSource {
  const skills = names.map((name) => [
    name,
    { 'SKILL.md': `---\nname: ${name}\ndescription: ${name} of ${label}.\n---\nFrom ${label}.\n` },
  ])
  return { ...memorySource(label, Object.fromEntries(skills)), kind }
}

// The example under "Provider Priority and Collision Resolution" of AgentPool's documentation.
const local = () => source('local', ['python-expert', 'refactoring'])
const providerA = () => source('provider-a', ['code-review', 'python-expert'], 'mcp')
const providerB = () => source('provider-b', ['documentation', 'code-review'], 'mcp')

describe("the priority example of AgentPool's documentation", () => {
  const catalog = createCatalog([local(), providerA(), providerB()])

  it.each([
    ['python-expert', 'local'],
    ['refactoring', 'local'],
    ['code-review', 'provider-a'],
    ['documentation', 'provider-b'],
  ])('%s → %s', async (name, label) => {
    const bare = await catalog.load(name)
    const flat = await catalog.load(`skill://${name}`)
    expect(bare.source.label).toBe(label)
    expect(flat.uri).toBe(bare.uri)
    expect(bare.text).toContain(`From ${label}.`)
  })

  it.each([
    ['skill://provider-a/python-expert', 'provider-a'],
    ['skill://provider-b/code-review', 'provider-b'],
    ['provider-b/code-review', 'provider-b'],
  ])('reaches the one that does not win at its mount: %s', async (reference, label) => {
    expect((await catalog.load(reference)).source.label).toBe(label)
  })

  it('reports each collision: who won, who else has it, how to reach it', async () => {
    const { skills, diagnostics } = await catalog.list()
    const collisions = diagnostics
      .filter(({ code }) => code === 'NAME_COLLISION')
      .map(({ message }) => message)
    expect(collisions).toEqual([
      "Name 'python-expert' is served more than once: skill://python-expert (local) wins; also skill://provider-a/python-expert (provider-a)",
      "Name 'code-review' is served more than once: skill://provider-a/code-review (provider-a) wins; also skill://provider-b/code-review (provider-b)",
    ])
    expect(skills.find(({ uri }) => uri === 'skill://python-expert')?.collisions).toEqual([
      'skill://provider-a/python-expert',
    ])
    const explained = await catalog.explain('skill://provider-b/code-review')
    expect(explained.shadowedBy).toBe('skill://provider-a/code-review')
  })

  it('keeps a local skill first whatever the order in which sources are given', async () => {
    const mixed = createCatalog([providerB(), providerA(), local()])
    expect((await mixed.load('python-expert')).source.label).toBe('local')
    expect((await mixed.load('code-review')).source.label).toBe('provider-b')
  })

  it('lists local skills first, and says of a remote one where it comes from', async () => {
    const tools = createSkillTools(createCatalog([local(), providerA()]))
    expect(await callText(tools, 'list_skills')).toBe(`Available skills:

- **python-expert**: python-expert of local.
  URI: \`skill://python-expert\`
  Same name: \`skill://provider-a/python-expert\`
- **refactoring**: refactoring of local.
  URI: \`skill://refactoring\`
- **code-review**: code-review of provider-a.
  URI: \`skill://provider-a/code-review\`
  Source: provider-a (mcp)
- **python-expert**: python-expert of provider-a.
  URI: \`skill://provider-a/python-expert\`
  Source: provider-a (mcp)
  Same name: \`skill://python-expert\``)
  })
})

describe('a skill that models may not start', () => {
  const hidden = {
    ...memorySource('local', {
      'code-review': {
        'SKILL.md': '---\nname: code-review\ndescription: d\ndisable-model-invocation: true\n---\nhidden',
      },
    }),
  }

  it('is neither listed nor loaded by the tools, and hides no other skill (rows 93, 94)', async () => {
    const catalog = createCatalog([hidden, providerA()])
    const tools = createSkillTools(catalog)
    expect(await callText(tools, 'list_skills')).not.toContain('skill://code-review')
    const loaded = await callText(tools, 'load_skill', { skill_name: 'code-review' })
    expect(loaded).toContain('From provider-a.')
  })

  it('is there for people', async () => {
    const loaded = await createCatalog([hidden]).load('code-review')
    expect(loaded.text).toBe('hidden')
  })
})

describe('labels', () => {
  it.each(['', '-a', 'a b', 'аcme', 'a'.repeat(64), '../x'])('refuses %j (E7)', (label) => {
    expect(() => createCatalog([source(label, [])])).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    )
  })

  it('refuses two sources of one label', () => {
    expect(() => createCatalog([source('a', []), source('a', [])])).toThrow("'a' is the label of two sources")
  })
})
