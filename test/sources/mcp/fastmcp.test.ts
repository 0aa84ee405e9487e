import { describe, expect, it } from 'vitest'
import { digestOf } from '../../../src/skill/digest.ts'
import type { SkillFile } from '../../../src/skill/types.ts'
import { folderOf, skillText, sourceOf, stdioServer, type TestSource, textOf } from './upstream.ts'

const SKILLS = {
  'pdf-processing/SKILL.md': skillText('pdf-processing', 'license: MIT\n'),
  'pdf-processing/examples/x.md': 'An example.\n',
  'pdf-processing/data.bin': Uint8Array.from([0, 1, 2, 255]),
  'pdf-processing/a b%c.txt': 'Odd name.\n',
  'pdf-processing/.env': 'HIDDEN=1\n',
  'my_skill/SKILL.md': skillText('my-skill'),
}

function fastmcp(options: object = {}, files: Record<string, string | Uint8Array> = SKILLS): TestSource {
  return sourceOf(stdioServer('fastmcp-server.mjs', folderOf(files), JSON.stringify(options)))
}

const pathsOf = (files: SkillFile[] | 'dynamic') =>
  files === 'dynamic' ? files : files.map(({ path }) => path)

describe("FastMCP's provider protocol", () => {
  it('row 87: shows one skill for each folder, under the folder name, not one for each resource', async () => {
    const source = fastmcp()
    const { skills, diagnostics } = await source.list()
    expect(skills).toMatchObject([
      { skillPath: 'my_skill', name: 'my_skill', description: 'About my-skill.', listable: false },
      {
        skillPath: 'pdf-processing',
        name: 'pdf-processing',
        description: 'About pdf-processing.',
        form: 'frontmatter',
      },
    ])
    expect(skills[1]).not.toHaveProperty('files')
    expect(diagnostics).toStrictEqual([])
    expect(source.status()).toMatchObject({
      state: 'ready',
      protocol: 'fastmcp',
      protocolVersion: '2025-11-25',
    })
  })

  it('row 87: gives the whole frontmatter and the files with digests when a skill is asked for', async () => {
    const source = fastmcp()
    const entry = (await source.get('pdf-processing'))!
    expect(entry).toMatchObject({
      name: 'pdf-processing',
      frontmatter: { name: 'pdf-processing', description: 'About pdf-processing.', license: 'MIT' },
      listable: true,
    })
    expect(pathsOf(entry.files)).toStrictEqual(['.env', 'SKILL.md', 'a b%c.txt', 'data.bin', 'examples/x.md'])
    for (const { path, size, digest } of entry.files as SkillFile[]) {
      const bytes = await source.read('pdf-processing', path, { held: entry })
      expect([path, bytes.length, digestOf(bytes)]).toStrictEqual([path, size, digest])
    }
  })

  it('row 88: reads references through the template, also with odd names, and nothing outside', async () => {
    const source = fastmcp()
    expect(textOf(await source.read('pdf-processing', 'examples/x.md'))).toBe('An example.\n')
    expect(source.uriOf('pdf-processing', 'a b%c.txt')).toBe('skill://pdf-processing/a%20b%25c.txt')
    await expect(source.read('pdf-processing', 'examples')).rejects.toMatchObject({
      code: 'REFERENCE_IS_DIRECTORY',
    })
    await expect(source.read('pdf-processing', 'nope.md')).rejects.toMatchObject({
      code: 'REFERENCE_NOT_FOUND',
    })
  })

  it.each([
    '..',
    '../secret.txt',
    '../../../etc/passwd',
    'sub/../../secret.txt',
    'nested/../../outside.txt',
    '/etc/passwd',
    'C:\\Windows\\system32',
    'C:relative.txt',
    'good\0/../../../etc/passwd',
  ])('refuses %j before the server is asked', async (path) => {
    const source = fastmcp()
    await expect(source.read('pdf-processing', path)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:PATH_TRAVERSAL|NULL_BYTE|INVALID_URI)$/) as string,
    })
    expect(source.status().state).toBe('connecting')
  })

  it('row 89: a folder with an underscore is read by the name that it has', async () => {
    const source = fastmcp()
    expect(await source.get('my_skill')).toMatchObject({
      skillPath: 'my_skill',
      name: 'my-skill',
      listable: false,
    })
    expect(textOf(await source.read('my_skill', 'SKILL.md'))).toContain('name: my-skill')
    expect(await source.get('my-skill')).toBeUndefined()
  })

  it('row 86: an empty description is replaced, and the others are not concerned', async () => {
    const { skills, diagnostics } = await fastmcp({ describe: false }).list()
    expect(skills.map(({ description }) => description)).toStrictEqual([
      'MCP skill: my_skill',
      'MCP skill: pdf-processing',
    ])
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toStrictEqual([
      ['DESCRIPTION_DEFAULTED', 'info'],
      ['DESCRIPTION_DEFAULTED', 'info'],
    ])
  })

  it('accepts the manifest of names that AgentPool documents: the files are known and cannot be verified', async () => {
    const source = fastmcp({ manifest: 'names' })
    const entry = (await source.get('pdf-processing'))!
    expect(entry.files).toBe('dynamic')
    expect(entry.knownPaths).toStrictEqual(['.env', 'SKILL.md', 'a b%c.txt', 'data.bin', 'examples/x.md'])
    expect(textOf(await source.read('pdf-processing', 'examples/x.md', { held: entry }))).toBe(
      'An example.\n',
    )
    await expect(source.read('pdf-processing', 'nope.md', { held: entry })).rejects.toMatchObject({
      code: 'REFERENCE_NOT_FOUND',
    })
  })

  it('accepts plain SKILL.md resources without a manifest', async () => {
    const source = fastmcp({ manifest: 'none', supporting: 'resources' })
    expect((await source.list()).skills).toMatchObject([{ files: 'dynamic' }, { files: 'dynamic' }])
    expect(source.status().protocol).toBe('resources')
    expect(await source.get('pdf-processing')).toMatchObject({
      files: 'dynamic',
      knownPaths: ['.env', 'SKILL.md', 'a b%c.txt', 'data.bin', 'examples/x.md'],
      frontmatter: { license: 'MIT' },
    })
  })

  it('does not count resources that are files of a skill as skills, nor the manifest as a file', async () => {
    const { skills } = await fastmcp({ supporting: 'resources' }).list()
    expect(skills).toHaveLength(2)
  })

  it('finds a skill that no listing shows', async () => {
    const source = fastmcp({ hidden: ['my_skill'] })
    expect((await source.list()).skills.map(({ skillPath }) => skillPath)).toStrictEqual(['pdf-processing'])
    expect(await source.get('my_skill')).toMatchObject({ name: 'my-skill' })
  })

  it.each([-32002, -32602, 0])(
    'takes error %i for an unknown resource, as servers of each age give it',
    async (code) => {
      expect(await fastmcp({ code }).get('nope')).toBeUndefined()
    },
  )

  it('gives a skill whose file cannot be parsed by what the listing says, with the reason', async () => {
    const source = fastmcp({}, { 'odd/SKILL.md': '# No frontmatter\n' })
    expect((await source.list()).skills).toMatchObject([{ name: 'odd', description: 'Skill: odd' }])
    const entry = await source.get('odd')
    expect(entry).toMatchObject({ name: 'odd', listable: false })
    expect(entry!.diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
  })
})
