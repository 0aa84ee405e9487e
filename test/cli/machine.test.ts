import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOfAll } from '../sources/folder-of.ts'
import { run } from './run.ts'

const FILES: Record<string, string> = {
  'skills/greet/SKILL.md': '---\nname: greet\ndescription: Greets people.\n---\nHello $1!\n',
  'bad/broken/SKILL.md': '---\nname: broken\ndescription: [\n---\n',
  'bad/fine/SKILL.md': '---\nname: fine\ndescription: Fine.\n---\nBody.\n',
}

const cwd = folderOfAll(FILES)

const skillway = (...args: string[]) => run(args, cwd)
const inSkills = (...args: string[]) => run([...args, '--skills', 'skills'], cwd)

describe('sources and doctor', () => {
  it('sources names each source with its skills and problems', async () => {
    const { stdout } = await skillway('sources', '--skills', 'bad', '--json')
    expect(JSON.parse(stdout).sources).toMatchObject([
      { label: 'local', kind: 'directory', skills: 1, errors: 1 },
    ])
  })

  it('doctor finds nothing in the way, or says what is', async () => {
    expect((await inSkills('doctor')).code).toBe(0)
    const { code, stdout } = await skillway('doctor', '--skills', 'missing')
    expect(code).toBe(1)
    expect(stdout).toMatch(/no\s+Folder\s+\.\/missing: missing/)
  })
})

describe('the command line itself', () => {
  it.each([
    [['--help'], 0],
    [['--version'], 0],
    [['frobnicate'], 2],
    [['list', '--frobnicate'], 2],
    [['search', 'x', '--limit', '0'], 2],
  ])('%j ends with %i', async (args, expected) => {
    expect((await skillway(...args)).code).toBe(expected)
  })

  it('says where a config file is wrong', async () => {
    await writeFile(join(cwd, 'wrong.yaml'), 'skills:\n  pathz: [./skills]\n')
    const { code, stderr } = await skillway('list', '--config', 'wrong.yaml')
    expect(code).toBe(2)
    expect(stderr).toMatch(/wrong\.yaml:2:3/)
    expect(stderr).toContain('pathz')
  })

  it("finds the clients' own folders without any config, the project's before the user's", async () => {
    const home = join(cwd, 'home')
    const project = join(home, 'project')
    const put = async (folder: string, name: string, description: string) => {
      await mkdir(join(folder, name), { recursive: true })
      await writeFile(
        join(folder, name, 'SKILL.md'),
        `---\nname: ${name}\ndescription: ${description}\n---\nx\n`,
      )
    }
    await put(join(project, '.claude/skills'), 'fmt', 'Project copy.')
    await put(join(home, '.claude/skills'), 'fmt', 'User copy.')
    await put(join(home, '.agents/skills'), 'mine', 'Mine.')
    await mkdir(join(project, '.git'))
    const { stdout } = await run(['list', '--json'], project, { HOME: home })
    const { skills, diagnostics } = JSON.parse(stdout)
    expect(
      skills.map(({ name, description }: { name: string; description: string }) => [name, description]),
    ).toEqual([
      ['fmt', 'Project copy.'],
      ['mine', 'Mine.'],
    ])
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'NAME_SHADOWED' }))
    expect(JSON.stringify(diagnostics)).not.toContain(cwd)
    expect((await run(['list', '--json', '--no-defaults'], project, { HOME: home })).stdout).toContain(
      '"skills": []',
    )
  })
})
