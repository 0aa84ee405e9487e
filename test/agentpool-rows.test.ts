import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../src/catalog/catalog.ts'
import type { Catalog } from '../src/catalog/types.ts'
import { directorySource } from '../src/sources/directory/source.ts'
import { createSkillTools } from '../src/tools/skill-tools.ts'
import type { SkillTool } from '../src/tools/types.ts'
import { call, callText } from './tools/call.ts'

// Rows of the measured behaviour of AgentPool and AgentSkills MCP that concern loading, as Skillway decides them.
// Rows 1-38 (parsing) are in test/uri, 55-65 (arguments) in test/skill, 66-77 (files) there too.

const GREETING = `# Skill: greeting

Generate a personalized greeting.

## Instructions

Create a greeting for $1 from $2.
Use a $3 tone.

## Allowed Tools

generate_text
`

let root: string
let catalog: Catalog
let tools: SkillTool[]

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'skillway-rows-'))
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  put('skills/alpha/SKILL.md', '---\nname: alpha\ndescription: Desc of it\nlicense: MIT\n---\nDo alpha.\n')
  put('skills/alpha/references/guide.md', 'Guide for $1')
  put('skills/alpha/root.txt', 'At the root.')
  put('skills/alpha/bin.dat', Buffer.from([0xff, 0, 1, 2]))
  put('skills/alpha-secret/secret.txt', 'secret')
  put('outside.txt', 'secret')
  symlinkSync('../../outside.txt', join(root, 'skills/alpha/out.md'))
  symlinkSync('../alpha-secret/secret.txt', join(root, 'skills/alpha/sibling.md'))
  symlinkSync('references/guide.md', join(root, 'skills/alpha/inside.md'))
  put('skills/greeting/SKILL.md', GREETING)
  put('skills/folder/SKILL.md', '---\nname: other-name\ndescription: Renamed.\n---\nRenamed.\n')
  put('skills/a/b/nested/SKILL.md', '---\nname: nested\ndescription: Deep.\n---\nDeep.\n')
  put('skills/pdf/SKILL.md', '---\nname: pdf\ndescription: "Works with PDFs"\n---\n\n# PDF\n\nSteps.\n')
  put('evil/SKILL.md', '---\nname: evil\ndescription: Out.\n---\nsecret\n')
  catalog = createCatalog([
    directorySource({ label: 'local', roots: [{ path: join(root, 'skills'), shown: 'skills' }] }),
  ])
  tools = createSkillTools(catalog)
})

afterAll(async () => {
  await catalog.close()
  rmSync(root, { recursive: true, force: true })
})

describe('load_skill', () => {
  it.each([
    [39, { skill_name: 'alpha' }, /^Do alpha\.\n$/],
    [40, { skill_name: 'skill://alpha' }, /^Do alpha\.\n$/],
    [41, { skill_name: 'skill://alpha/SKILL.md' }, /^Do alpha\.\n$/],
    [12, { skill_name: 'SKILL://alpha/references/guide.md' }, /^Guide for \$1$/],
    [42, { skill_name: 'skill://alpha/references/guide.md' }, /^Guide for \$1$/],
    [43, { skill_name: 'skill://alpha/root.txt' }, /^At the root\.$/],
    [53, { skill_name: 'skill://alpha/inside.md' }, /^Guide for \$1$/],
    [64, { skill_name: 'skill://alpha/references/guide.md', arguments: 'ZED' }, /^Guide for ZED$/],
    [76, { skill_name: 'other-name' }, /^Renamed\.\n$/],
    [101, { skill_name: 'pdf' }, /^\n# PDF\n\nSteps\.\n$/],
    [108, { skill_name: 'nested' }, /^Deep\.\n$/],
    [108, { skill_name: 'a/b/nested' }, /^Deep\.\n$/],
    [108, { skill_name: 'folder' }, /^Renamed\.\n$/],
  ])('row %i: %j', async (_row, input, text) => {
    const answer = await call(tools, 'load_skill', input)
    expect(answer.isError).toBeUndefined()
    expect((answer.content[0] as { text: string }).text).toMatch(text)
  })

  it('row 62: the greeting example, word for word', async () => {
    const text = await callText(tools, 'load_skill', {
      skill_name: 'greeting',
      arguments: 'Alice Company formal',
    })
    expect(text).toContain('Create a greeting for Alice from Company.\nUse a formal tone.')
  })

  it('row 44: a binary reference comes as bytes', async () => {
    const { content } = await call(tools, 'load_skill', { skill_name: 'skill://alpha/bin.dat' })
    expect(content).toEqual([
      {
        type: 'resource',
        uri: 'skill://alpha/bin.dat',
        mimeType: 'application/octet-stream',
        blob: '/wABAg==',
      },
    ])
  })

  it.each([
    [45, 'skill://alpha/references/', /references\/guide\.md/],
    [46, 'skill://alpha/nope.md', /^Reference not found: 'nope\.md' in skill 'alpha'/],
    [47, 'nope', /^Skill not found: 'nope'\. Available: .*alpha/],
    [48, 'skill://nope', /^Skill not found: 'nope'\. Available: .*alpha/],
    [49, 'skill://alpha/../x', /^Security error: Path traversal detected in URI/],
    [50, 'skill://alpha/out.md', /^Reference cannot be read: 'out\.md' in skill 'alpha'/],
    [52, 'skill://alpha/sibling.md', /^Reference cannot be read: 'sibling\.md' in skill 'alpha'/],
    [103, '../evil', /^Security error: Path traversal detected in URI/],
    [103, '/etc', /^Security error: Path traversal detected in URI/],
  ])('row %i: refuses %s', async (_row, skillName, text) => {
    const answer = await call(tools, 'load_skill', { skill_name: skillName })
    expect(answer.isError).toBe(true)
    const [first] = answer.content as { text: string }[]
    expect(first!.text).toMatch(text)
    expect(first!.text).not.toContain(root)
    expect(JSON.stringify(answer)).not.toContain('secret')
  })
})

describe('read_reference_file', () => {
  it.each([
    [54, 'alpha', '/etc/passwd', /^Security error: Path traversal/],
    [104, 'pdf', '../../outside.txt', /^Security error: Path traversal/],
    [105, 'pdf', 'nope', /^Reference not found: 'nope' in skill 'pdf'/],
    [105, 'no-such-skill', 'nope', /^Skill not found: 'no-such-skill'/],
    [104, '', 'pdf/SKILL.md', /empty/],
  ])('row %i: refuses %s, %s', async (_row, skillName, fileName, text) => {
    const answer = await call(tools, 'read_reference_file', { skill_name: skillName, file_name: fileName })
    expect(answer.isError).toBe(true)
    expect((answer.content[0] as { text: string }).text).toMatch(text)
    expect(JSON.stringify(answer)).not.toContain(root)
  })

  it('row 109: gives a binary file, not an empty text', async () => {
    const { content } = await call(tools, 'read_reference_file', {
      skill_name: 'alpha',
      file_name: 'bin.dat',
    })
    expect(content[0]).toMatchObject({ type: 'resource', blob: '/wABAg==' })
  })
})

describe('the lists', () => {
  it("rows 90, 91: list_skills prints AgentPool's format", async () => {
    expect(await callText(tools, 'list_skills', { query: 'pdf' })).toBe(
      'Available skills:\n\n- **pdf**: Works with PDFs\n  URI: `skill://pdf`',
    )
    expect(await callText(createSkillTools(createCatalog([])), 'list_skills')).toBe('No skills available')
  })

  it('row 92: max_skills is kept, and the answer says how many more there are and how to get them', async () => {
    const few = createSkillTools(catalog, { maxSkills: 2 })
    const first = await call(few, 'list_skills')
    expect((first.content[0] as { text: string }).text).toMatch(
      /\n\n3 more skills are not shown\. Call list_skills with page 2/,
    )
    expect(first.structured).toMatchObject({ total: 5, remaining: 3 })
    const pages = await Promise.all([1, 2, 3].map((page) => call(few, 'list_skills', { page })))
    const uris = pages.flatMap(({ structured }) =>
      (structured!['skills'] as { uri: string }[]).map(({ uri }) => uri),
    )
    expect(new Set(uris).size).toBe(5)
  })

  it("row 106: load_skill_metadata prints AgentSkills MCP's header and lines, sorted", async () => {
    expect(await callText(tools, 'load_skill_metadata'))
      .toBe(`Available skills (each line is "- <skill_name>: <skill_description>"):
- alpha: Desc of it
- greeting: Generate a personalized greeting.
- nested: Deep.
- other-name: Renamed.
- pdf: Works with PDFs`)
  })

  it('row 107: says so where there is none', async () => {
    expect(await callText(createSkillTools(createCatalog([])), 'load_skill_metadata')).toBe(
      'No skills available',
    )
  })
})
