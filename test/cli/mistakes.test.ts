import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CLI } from '../serve/connect.ts'
import { folderOfAll } from '../sources/folder-of.ts'
import { run } from './run.ts'

const FILES = {
  'skills/greet/SKILL.md': '---\nname: greet\ndescription: Greets people.\n---\nHello!\n',
  'skills/renamed/SKILL.md': '---\nname: other\ndescription: Has another name.\n---\nBody.\n',
}

const cwd = folderOfAll(FILES)

const skillway = (...args: string[]) => run(args, cwd)

describe('check of the configured folders', () => {
  it('names one that is not there, and checks the others all the same', async () => {
    const { code, stdout, stderr } = await skillway('check', '--skills', 'skils', '--skills', 'skills')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error NO_SKILLS_FOUND \S*skils: There is no such folder\n/)
    expect(stdout).toContain('2 checked: 1 follow the specification; 1 error, 1 warning\n')
  })
})

describe('check where nothing is configured', () => {
  it('says that there was nothing to look at', async () => {
    await mkdir(join(cwd, 'bare/.git'), { recursive: true })
    const { stderr } = await run(['check'], join(cwd, 'bare'))
    expect(stderr).toBe("No folder of skills was found. Name one, as in 'skillway check ./skills'.\n")
  })
})

describe('wrong usage', () => {
  it.each([
    [['lod'], 'skillway --help'],
    [['search'], 'skillway search --help'],
    [['cache', 'prge'], 'skillway cache --help'],
    [['cache', 'verify', '--al'], 'skillway cache verify --help'],
  ])('%j says where help is: %s', async (args, help) => {
    const { code, stderr } = await skillway(...args)
    expect(code).toBe(2)
    expect(stderr).toContain(`(${help} shows what can be said)`)
  })

  it('has a line for each fault of a config', async () => {
    await writeFile(join(cwd, 'faults.yaml'), 'skils: []\nmaxSkill: 3\n')
    const { code, stderr } = await skillway('list', '--config', 'faults.yaml')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^skillway: faults\.yaml:1:1: .*'skils'.*\n {2}faults\.yaml:2:1: .*'maxSkill'.*\n/)
    const { stdout } = await skillway('doctor', '--config', 'faults.yaml')
    expect(stdout).toMatch(/^no {2}Config +faults\.yaml:1:1: .*\nno {2}Config +faults\.yaml:2:1: /m)
  })
})

describe('output that cannot be written', () => {
  const shell = async (script: string) => {
    const child = spawn('/bin/sh', ['-c', script, process.execPath, CLI], { cwd, env: { HOME: cwd } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const [code] = await once(child, 'close')
    return { code, said }
  }

  it.runIf(existsSync('/dev/full'))('is named on a full disk, and is a failure', async () => {
    const { code, said } = await shell('"$0" "$1" read greet --skills skills > /dev/full')
    expect({ code, said }).toEqual({ code: 1, said: 'skillway: The output cannot be written: ENOSPC\n' })
  })

  it.runIf(existsSync('/dev/full'))(
    'holds nothing up where it is only what is said about the answer',
    async () => {
      const { code, said } = await shell('"$0" "$1" list --skills skills 2> /dev/full')
      expect({ code, said }).toEqual({ code: 0, said: 'greet  Greets people.\nother  Has another name.\n' })
    },
  )
})

describe('list where much is broken', () => {
  it('shows the first twenty errors, and how to see the others', async () => {
    for (let count = 0; count < 26; count++) {
      const folder = join(cwd, 'broken', `b${count}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'SKILL.md'), 'No frontmatter.\n')
    }
    const { code, stderr } = await skillway('list', '--no-defaults', '--skills', 'broken')
    expect(code).toBe(0)
    expect(stderr.match(/^error FRONTMATTER_MISSING/gm)).toHaveLength(20)
    expect(stderr).toContain("6 more such findings: run 'skillway check' to see them.\n")
  })
})
