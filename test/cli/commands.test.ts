import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOfAll } from '../sources/folder-of.ts'
import { run } from './run.ts'

const FILES: Record<string, string | Uint8Array> = {
  'skills/greet/SKILL.md':
    '---\nname: greet\ndescription: Greets people.\nargument-hint: <name>\n---\nHello $1!\n',
  'skills/greet/assets/dot.bin': new Uint8Array([0, 255, 1]),
  'skills/greet/references/tone.md': 'Tone.\n',
  'skills/renamed/SKILL.md': '---\nname: other\ndescription: Has another name.\n---\nBody.\n',
  'bad/broken/SKILL.md': '---\nname: broken\ndescription: [\n---\n',
  'bad/fine/SKILL.md': '---\nname: fine\ndescription: Fine.\n---\nSee [x](references/none.md).\n',
  'evil/ansi/SKILL.md':
    '---\nname: ansi\ndescription: "Clear \\e[2J and \\u202e hide \\u009b31m"\n---\nBody \u001b[31m red.\n',
  'evil/rows/SKILL.md': '---\nname: rows\ndescription: "First line.\\n- fake-skill: injected"\n---\nBody.\n',
  'empty/.gitkeep': '',
}

const cwd = folderOfAll(FILES)

const skillway = (...args: string[]) => run(args, cwd)
const inSkills = (...args: string[]) => run([...args, '--skills', 'skills'], cwd)

describe('list', () => {
  it('shows an aligned table', async () => {
    const { code, stdout } = await inSkills('list')
    expect(code).toBe(0)
    expect(stdout).toBe('greet  Greets people.\nother  Has another name.\n')
  })

  it('has the contract as JSON', async () => {
    const { stdout } = await inSkills('list', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      skills: [
        {
          name: 'greet',
          description: 'Greets people.',
          uri: 'skill://greet',
          source: { label: 'local', kind: 'directory' },
          listable: true,
          collisions: [],
        },
        { name: 'other', uri: 'skill://other' },
      ],
      diagnostics: [
        expect.objectContaining({ code: 'NAME_DIR_MISMATCH', severity: 'warning', source: 'local' }),
      ],
    })
  })

  it('says what is refused and where, on stderr, and shows the rest', async () => {
    const { code, stdout, stderr } = await skillway('list', '--skills', 'bad')
    expect(code).toBe(0)
    expect(stdout).toBe('fine  Fine.\n')
    expect(stderr).toMatch(/error YAML_INVALID \.\/bad\/broken\/SKILL\.md:\d+: /)
  })

  it('says that there is nothing (B222)', async () => {
    const { stdout } = await skillway('list', '--skills', 'empty')
    expect(stdout).toBe('No skills available\n')
    expect(JSON.parse((await skillway('list', '--skills', 'empty', '--json')).stdout).skills).toEqual([])
  })

  it('says how to begin where there is nothing, and not where a search finds nothing', async () => {
    expect((await skillway('list', '--skills', 'empty')).stderr).toContain(
      'skillway new .claude/skills/my-skill',
    )
    const { stdout, stderr } = await inSkills('list', '--query', 'zebra')
    expect(stdout).toBe("No skill matches. Try other words, or 'skillway list'.\n")
    expect(stderr).not.toContain('To begin')
  })

  it('names a folder that is not there, and counts one warning as one', async () => {
    const { stderr } = await skillway('list', '--skills', 'skils', '--skills', 'skills')
    expect(stderr).toMatch(/^warning ROOT_MISSING \S*skils: .* does not exist\n {2}Create it/)
    expect(stderr).toContain("1 more warning: run 'skillway check' to see them.")
  })

  it('refuses a label that no source has, and names those there are', async () => {
    const { code, stderr } = await inSkills('list', '--source', 'docs')
    expect(code).toBe(2)
    expect(stderr).toBe("skillway: No source has the label 'docs'\n  There is 'local'.\n")
  })

  it('sends whoever wants to see what is wrong with the config to doctor', async () => {
    await mkdir(join(cwd, 'project/.git'), { recursive: true })
    await writeFile(join(cwd, 'project/skillway.yaml'), 'shell: { allow: true }\n')
    const { stderr } = await run(['list'], join(cwd, 'project'))
    expect(stderr).toContain("1 more warning: run 'skillway doctor' to see them.")
    expect((await run(['doctor'], join(cwd, 'project'))).stdout).toContain('CONFIG_NOT_FOLLOWED')
  })

  it('makes terminal escapes visible and keeps one line for each skill (E1, E8)', async () => {
    const { stdout } = await skillway('list', '--skills', 'evil')
    expect(stdout).not.toMatch(/[\u001b\u009b\u202e]/)
    expect(stdout).toContain(String.raw`Clear \u{1b}[2J and \u{202e} hide \u{9b}31m`)
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  })

  it('gives JSON without raw control characters (H16)', async () => {
    const { stdout } = await skillway('list', '--skills', 'evil', '--json')
    expect(stdout).not.toMatch(/[^\n\u0020-\u007e]/)
    expect(JSON.parse(stdout).skills[0].description).toBe('Clear \u001b[2J and \u202e hide \u009b31m')
  })
})

describe('load', () => {
  it.each([
    [['greet', 'Ada'], 'Hello Ada!\n'],
    [['skill://greet', '--arguments', '"Ada L." x'], 'Hello Ada L.!\n'],
    [['greet', 'Ada L.'], 'Hello Ada L.!\n'],
    [['greet'], 'Hello $1!\n'],
    [['skill://greet/references/tone.md'], 'Tone.\n'],
  ])('%j', async (args, expected) => {
    const { code, stdout } = await inSkills('load', ...args)
    expect(stdout).toBe(expected)
    expect(code).toBe(0)
  })

  it('has the contract as JSON', async () => {
    const { stdout } = await inSkills('load', 'greet', 'Ada', '--json')
    expect(JSON.parse(stdout)).toEqual({
      name: 'greet',
      uri: 'skill://greet',
      source: { label: 'local', kind: 'directory' },
      frontmatter: { name: 'greet', description: 'Greets people.', 'argument-hint': '<name>' },
      body: 'Hello $1!\n',
      text: 'Hello Ada!\n',
      files: [
        { path: 'SKILL.md', size: 80, mimeType: 'text/markdown' },
        { path: 'assets/dot.bin', size: 3, mimeType: 'application/octet-stream' },
        { path: 'references/tone.md', size: 6, mimeType: 'text/markdown' },
      ],
      diagnostics: [],
    })
  })

  it.each([
    [['nope'], 1, /^skillway: Skill not found: 'nope'\. Available: /],
    [['skill://greet/../x'], 1, /^skillway: Security error: Path traversal detected in URI/],
    [['skill://greet/../x'], 1, /\n {2}Use a plain path inside the skill/],
    [['./skills/greet'], 1, /\n {2}A path on disk is no reference: use the name of the skill/],
    [['../greet'], 1, /\n {2}A path on disk is no reference/],
    [['.'], 1, /\n {2}A path on disk is no reference/],
    [['skill://greet/nope.md'], 1, /^skillway: Reference not found: 'nope\.md' in skill 'greet'/],
    [['http://x'], 2, /expected 'skill'/],
    [[], 2, /missing required argument 'reference'/],
    [['greet', '--dialect', 'zsh'], 2, /Allowed choices are bash, claude/],
  ])('%j ends with %i', async (args, expected, text) => {
    const { code, stdout, stderr } = await inSkills('load', ...args)
    expect(stderr).toMatch(text)
    expect(stdout).toBe('')
    expect(code).toBe(expected)
    expect(stderr).not.toContain(cwd)
  })
})

describe('read and tree', () => {
  it('read gives the bytes, nothing else', async () => {
    const { bytes } = await inSkills('read', 'skill://greet/assets/dot.bin')
    expect([...bytes]).toEqual([0, 255, 1])
    const { stdout } = await inSkills('read', 'greet')
    expect(stdout).toBe(FILES['skills/greet/SKILL.md'])
  })

  it('tree shows the files and their sizes', async () => {
    const { stdout } = await inSkills('tree', 'greet')
    expect(stdout).toBe(`skill://greet
SKILL.md            80  text/markdown
assets/dot.bin      3   application/octet-stream
references/tone.md  6   text/markdown
3 files, 89 bytes
`)
  })
})

describe('search and explain', () => {
  it('search finds by what a skill does, and exits with 1 where nothing fits', async () => {
    expect((await inSkills('search', 'greets')).stdout).toContain('greet')
    const none = await inSkills('search', 'zzzzqqq')
    expect(none.code).toBe(1)
  })

  it('explain says how a reference was understood', async () => {
    const { stdout } = await inSkills('explain', 'renamed', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      uri: 'skill://other',
      name: 'other',
      resolvedBy: 'folder',
      shadows: [],
      shadowedBy: null,
      listable: true,
      diagnostics: [expect.objectContaining({ code: 'NAME_DIR_MISMATCH' })],
    })
    expect((await inSkills('explain', 'other')).stdout).toContain('skill://other')
  })
})

describe('check', () => {
  it('finds nothing in a good skill', async () => {
    const { code, stdout } = await skillway('check', 'skills/greet', '--json')
    expect(JSON.parse(stdout)).toEqual({
      results: [{ path: 'skills/greet', name: 'greet', ok: true, listable: true, diagnostics: [] }],
      errors: 0,
      warnings: 0,
    })
    expect(code).toBe(0)
  })

  it.each([['skills/greet/SKILL.md'], ['skills/greet/'], ['./skills/greet']])(
    'takes %s for that skill',
    async (path) => {
      const { results } = JSON.parse((await skillway('check', path, '--json')).stdout)
      expect(results).toMatchObject([{ name: 'greet', ok: true }])
    },
  )

  it('names every fault with file, line and what to do, and exits with 1', async () => {
    const { code, stdout } = await skillway('check', 'bad', '--json')
    const { results, errors } = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(errors).toBe(2)
    expect(results).toMatchObject([
      { path: 'bad/broken', name: 'broken', ok: false, listable: false },
      {
        path: 'bad/fine',
        name: 'fine',
        ok: false,
        diagnostics: [{ code: 'REFERENCE_MISSING', path: 'bad/fine/SKILL.md', line: 5 }],
      },
    ])
    expect(results[0].diagnostics[0]).toMatchObject({
      code: 'YAML_INVALID',
      path: 'bad/broken/SKILL.md',
      line: expect.any(Number),
      hint: expect.any(String),
    })
  })

  it('is not silent about a folder without skills (B222)', async () => {
    const { code, stderr } = await skillway('check', 'empty')
    expect(code).toBe(1)
    expect(stderr).toContain('NO_SKILLS_FOUND')
  })

  it('says that there is nothing at a path', async () => {
    const { code, stderr } = await skillway('check', 'nowhere')
    expect(code).toBe(2)
    expect(stderr).toContain("There is nothing at 'nowhere'")
  })
})

describe('new', () => {
  it('prints a command that a shell reads as it is meant', async () => {
    const { stdout } = await skillway('new', "it's mine/ok-name")
    expect(stdout).toContain(String.raw`skillway check 'it'\''s mine/ok-name'`)
  })

  it('says where it cannot make one, with no trace of its own code', async () => {
    const { code, stderr } = await skillway('new', 'skills/greet/SKILL.md/below')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^skillway: 'skills\/greet\/SKILL\.md\/below' cannot be made: ENOTDIR\n {2}Choose another folder\.\n$/,
    )
  })

  it('makes a skill that is without fault, and never overwrites one', async () => {
    const made = await skillway('new', 'fresh/my-skill')
    expect(made.stdout).toBe(
      'Created fresh/my-skill/SKILL.md\nFill it in, then run: skillway check fresh/my-skill\n',
    )
    expect((await skillway('check', 'fresh')).code).toBe(0)
    const before = await readFile(join(cwd, 'fresh/my-skill/SKILL.md'), 'utf8')
    const again = await skillway('new', 'fresh/my-skill')
    expect(again.code).toBe(2)
    expect(await readFile(join(cwd, 'fresh/my-skill/SKILL.md'), 'utf8')).toBe(before)
  })

  it.each(['My-Skill', '-x', 'a--b', 'a b', 'x'.repeat(65)])('refuses the name %s', async (name) => {
    const { code, stderr } = await skillway('new', '--', `fresh/${name}`)
    expect(code).toBe(2)
    expect(stderr).toContain('is not a valid skill name')
  })
})
