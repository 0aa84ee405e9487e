import { describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'

const skillFile = (name: string, body = 'Body.') =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}\n`

const LOCAL = {
  'python-expert': { 'SKILL.md': skillFile('python-expert'), 'references/guide.md': 'Guide.' },
  'my skill': { 'SKILL.md': skillFile('my skill') },
  'acme/billing/refunds': { 'SKILL.md': skillFile('refunds') },
  'acme/support/triage': { 'SKILL.md': skillFile('triage') },
  'other/triage': { 'SKILL.md': skillFile('triage') },
  parent: { 'SKILL.md': skillFile('parent'), 'child/SKILL.md': skillFile('child'), 'child/data.txt': 'd' },
  'parent/child': { 'SKILL.md': skillFile('child'), 'data.txt': 'd' },
}
const REMOTE = {
  'code-review': { 'SKILL.md': skillFile('code-review'), 'a.md': 'a' },
  my_tool: { 'SKILL.md': skillFile('my_tool') },
}

const remote = (): SkillSource => ({ ...memorySource('docs', REMOTE), kind: 'mcp' })
const catalog = createCatalog([memorySource('local', LOCAL), remote()])

async function resolved(reference: string) {
  const { skill, filePath, by, diagnostics } = await catalog.resolve(reference)
  return [skill.uri, filePath, by, diagnostics.map(({ code }) => code).join()]
}

describe('resolution, in the order of the design', () => {
  it.each([
    ['python-expert', 'skill://python-expert', undefined, 'path', ''],
    ['  python-expert  ', 'skill://python-expert', undefined, 'path', ''],
    ['skill://python-expert', 'skill://python-expert', undefined, 'path', ''],
    ['SKILL://python-expert/', 'skill://python-expert', undefined, 'path', ''],
    ['skill://python-expert/SKILL.md', 'skill://python-expert', undefined, 'path', ''],
    ['skill://python-expert/references/guide.md', 'skill://python-expert', 'references/guide.md', 'path', ''],
    ['skill://my%20skill', 'skill://my%20skill', undefined, 'path', ''],
    ['my skill', 'skill://my%20skill', undefined, 'path', ''],
    ['skill://acme/billing/refunds', 'skill://acme/billing/refunds', undefined, 'path', ''],
    ['refunds', 'skill://acme/billing/refunds', undefined, 'name', ''],
    ['acme/billing/refunds', 'skill://acme/billing/refunds', undefined, 'path', ''],
    ['skill://refunds/SKILL.md', 'skill://acme/billing/refunds', undefined, 'name', ''],
    ['skill://parent/child/SKILL.md', 'skill://parent/child', undefined, 'path', ''],
    ['skill://parent/child/data.txt', 'skill://parent/child', 'data.txt', 'path', ''],
    ['child', 'skill://parent/child', undefined, 'name', ''],
    ['skill://docs/code-review', 'skill://docs/code-review', undefined, 'mount', ''],
    ['skill://docs/code-review/a.md', 'skill://docs/code-review', 'a.md', 'mount', ''],
    ['code-review', 'skill://docs/code-review', undefined, 'name', ''],
    ['skill://code-review/a.md', 'skill://docs/code-review', 'a.md', 'name', ''],
    ['skill://local/python-expert', 'skill://python-expert', undefined, 'legacy', 'LEGACY_URI'],
    [
      'skill://local/python-expert/references/guide.md',
      'skill://python-expert',
      'references/guide.md',
      'legacy',
      'LEGACY_URI',
    ],
    ['Python_Expert', 'skill://python-expert', undefined, 'guess', 'NAME_GUESSED'],
    ['skill://My-Tool', 'skill://docs/my_tool', undefined, 'guess', 'NAME_GUESSED'],
    ['my-tool', 'skill://docs/my_tool', undefined, 'guess', 'NAME_GUESSED'],
  ])('%s', async (reference, ...expected) => {
    expect(await resolved(reference)).toEqual(expected)
  })

  it('refuses a name that two skills of one source have, and names both', async () => {
    await expect(catalog.resolve('triage')).rejects.toMatchObject({
      code: 'SKILL_AMBIGUOUS',
      message:
        "Skill name 'triage' means 2 skills of source 'local': skill://acme/support/triage, skill://other/triage",
    })
  })

  it('is the same skill byte for byte in every spelling', async () => {
    const spellings = [
      'python-expert',
      'skill://python-expert',
      'skill://python-expert/',
      'skill://python-expert/SKILL.md',
    ]
    const loaded = await Promise.all(spellings.map((reference) => catalog.load(reference)))
    for (const one of loaded) expect(one).toEqual(loaded[0])
  })

  it('asks a server for a skill that no listing shows', async () => {
    const shy = remote()
    const silent: SkillSource = { ...shy, list: async () => ({ skills: [], diagnostics: [] }) }
    const asked = createCatalog([silent])
    expect((await asked.resolve('skill://docs/code-review/a.md')).by).toBe('unlisted')
    expect((await asked.resolve('code-review')).skill.uri).toBe('skill://docs/code-review')
    await expect(asked.resolve('nothing')).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' })
  })
})

describe('what is not there', () => {
  const two = createCatalog([
    memorySource('local', {
      'python-expert': { 'SKILL.md': skillFile('python-expert') },
      refactoring: { 'SKILL.md': skillFile('refactoring') },
      broken: { 'SKILL.md': '---\nname: broken\ndescription: [\n---\n' },
    }),
  ])

  it.each(['my-skill', 'skill://my-skill', 'skill://my-skill/references/x.md'])(
    "says AgentPool's text for %s",
    async (reference) => {
      await expect(two.load(reference)).rejects.toMatchObject({
        code: 'SKILL_NOT_FOUND',
        message: "Skill not found: 'my-skill'. Available: python-expert, refactoring",
      })
    },
  )

  it('names the skill below the label of a server, not the label', async () => {
    await expect(catalog.load('skill://docs/code-reviw')).rejects.toMatchObject({
      message: expect.stringMatching(/^Skill not found: 'docs\/code-reviw'\. Available: code-review, /),
    })
  })

  it('says why a skill that is there cannot be loaded', async () => {
    await expect(two.load('broken')).rejects.toMatchObject({
      code: 'SKILL_NOT_LOADABLE',
      message: expect.stringMatching(
        /^Skill not found: 'broken'\. It exists but cannot be loaded: .*broken\/SKILL\.md/,
      ),
    })
  })

  it('says that a folder of this name cannot be read', async () => {
    const message = 'The folder cannot be read: permission denied'
    const locked: Diagnostic = { code: 'DIR_UNREADABLE', severity: 'error', path: './skills/locked', message }
    const source: SkillSource = {
      ...memorySource('local', {}),
      list: () => Promise.resolve({ skills: [], diagnostics: [locked] }),
    }
    await expect(createCatalog([source]).load('locked')).rejects.toMatchObject({
      message: `Skill not found: 'locked'. It exists but cannot be loaded: ${message} (./skills/locked)`,
    })
  })

  it('names the closest of many, and at most twenty', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `skill-${index}`,
        { 'SKILL.md': skillFile(`skill-${index}`) },
      ]),
    )
    const error: Error = await createCatalog([memorySource('m', many)])
      .load('skill-12x')
      .then(
        () => expect.unreachable(),
        (reason) => reason,
      )
    const names = error.message.split('Available: ')[1]!.split(', ')
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('skill-12')
  })

  it('says so where there is no skill at all', async () => {
    await expect(createCatalog([]).load('x')).rejects.toMatchObject({
      message: "Skill not found: 'x'. No skills available",
    })
  })

  it.each([
    ['skill://python-expert/../etc/passwd', 'Security error: Path traversal detected in URI'],
    ['skill://python-expert/%2e%2e/x', 'Security error: Path traversal detected in URI'],
    ['../../etc', 'Security error: Path traversal detected in URI'],
    ['skill://python-expert/a%00b', 'Security error: Null byte in path'],
  ])('refuses %s before any source is asked', async (reference, start) => {
    const deaf: SkillSource = {
      label: 'deaf',
      kind: 'mcp',
      list: () => expect.unreachable(),
      get: () => expect.unreachable(),
      read: () => expect.unreachable(),
    }
    await expect(createCatalog([deaf]).load(reference)).rejects.toThrow(start)
  })
})
