import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectConfig } from '../config/place.ts'
import { runScript } from '../library/run-script.ts'
import { type InstalledProject, installedProject } from './installed.ts'
import { snippets } from './snippets.ts'

/** Command lines that no test can run, and why. Programs say it in a comment on their page. */
const NOT_RUN: [start: string, reason: string][] = [
  ['npm ci', 'works on a checkout of the repository'],
  ['npm run check', 'works on a checkout of the repository'],
  ['npm run bench', 'works on a checkout of the repository, for minutes'],
  ['SKILLWAY_BENCH_SKILLS=~/skills npm run bench', 'works on a checkout of the repository, for minutes'],
  ['npm install skillway', 'is how the folder of these tests was made'],
  ['skillway list | load', 'is a synopsis'],
  ['skillway approve |', 'is a synopsis'],
  ['skillway explain skill://docs/refunds', 'needs the server docs'],
  ['skillway list --config config.yml', "needs a config file of the reader's"],
  ['skillway load skill://python-expert', "names a skill of the reader's"],
]

/** Has a test of its own, which knows each client's form. */
const CLIENTS_PAGE = 'docs/clients.md'

const all = snippets()
const titled = (language: string) =>
  all
    .filter((snippet) => snippet.language === language && snippet.notRun === undefined)
    .map((snippet) => [`${snippet.page}:${snippet.line}`, snippet] as const)
const ours = (language: string) => titled(language).filter(([, { page }]) => page !== CLIENTS_PAGE)
const commands = titled('console').flatMap(([where, { text }]) =>
  commandsIn(text).map((each) => [where, each] as const),
)
const runnable = commands.filter(([, command]) => reasonOf(command) === undefined)

let project: InstalledProject
beforeAll(async () => {
  project = await installedProject(['ai', 'typescript', '@types/node'])
})
afterAll(() => project.remove())

describe('the programs on the pages', () => {
  it.each(titled('js'))('%s runs, and prints what the page says', async (_where, { text, output }) => {
    const cwd = await folderFor()
    await writeFile(join(cwd, 'program.mjs'), text)
    const { code, stdout, stderr } = await runScript(['program.mjs'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(output ?? stdout)
  })

  it('compile, where they are in TypeScript', async () => {
    const cwd = await folderFor()
    const files = await Promise.all(
      titled('ts').map(([, { text }], index) => write(cwd, `${index}.mts`, text)),
    )
    const compiler = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
    const lib = ['--lib', 'es2023,esnext.disposable']
    const compiled = await outcome(process.execPath, [compiler, ...flags, ...lib, ...files], cwd)
    expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

describe('the command lines on the pages', () => {
  it.each(runnable)('%s: $ %s', async (_where, command) => {
    const local = command.replace(/^npx -y /, '')
    const { code, stderr } = await inShell(`${local} < /dev/null`)
    expect({ code, errors: stderr.split('\n').filter((line) => line.startsWith('error')) }).toEqual({
      code: 0,
      errors: [],
    })
  })

  it('are all run but for those with a reason, and every reason has its line', () => {
    const unused = NOT_RUN.filter(([start]) => !commands.some(([, command]) => command.startsWith(start)))
    expect(unused).toEqual([])
  })
})

describe('the configs on the pages', () => {
  it.each(ours('yaml'))('%s loads', async (_where, { text }) => {
    const env = { TEAM_TOKEN: 'secret', CI_TOKEN: '0123456789abcdef' }
    await expect(projectConfig(text, { env, http: true })).resolves.toMatchObject({
      files: ['skillway.yaml'],
    })
  })

  it.each(ours('json').filter(([, { text }]) => text.includes('"mcpServers"')))(
    '%s starts a server that has the example skills',
    async (_where, { text }) => {
      const { mcpServers } = JSON.parse(text) as {
        mcpServers: { skillway: { command: string; args: string[] } }
      }
      const { command, args } = mcpServers.skillway
      expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', 'skillway'])
      const client = new Client({ name: 'test', version: '1.0.0' })
      const installed = join(project.folder, 'node_modules/skillway/dist/cli/main.js')
      const { folder: cwd } = project
      const server = {
        command: process.execPath,
        args: [installed, ...args.slice(2)],
        cwd,
        env: { HOME: cwd },
      }
      await client.connect(new StdioClientTransport(server))
      const { content } = await client.callTool({ name: 'load_skill', arguments: { skill_name: 'greeting' } })
      await client.close()
      expect(content).toMatchObject([{ text: expect.stringContaining('Create a greeting') }, {}])
    },
  )

  it('answer a request that a shell pipes in', async () => {
    const [, { text }] = titled('sh').find(([, snippet]) => snippet.text.includes('| skillway serve'))!
    const { code, stdout } = await inShell(text)
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      answer: { id: 1, result: { tools: {} } },
    })
  })
})

function reasonOf(command: string): string | undefined {
  return NOT_RUN.find(([start]) => command.startsWith(start))?.[1]
}

/** The lines after a prompt, without what a comment says of them. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/^\$ (.+)$/gm)].map(([, line]) => line!.replace(/\s+# .*$/, ''))
}

/** A folder of its own in the project, so that what one program writes is nothing to another. */
async function folderFor(): Promise<string> {
  const cwd = await mkdtemp(join(project.folder, 'program-'))
  await promisify(execFile)('cp', ['-r', join(project.folder, 'skills'), cwd])
  await mkdir(join(cwd, '.git'))
  return cwd
}

function inShell(line: string) {
  const PATH = [join(project.folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  return outcome('bash', ['-c', line], project.folder, { HOME: project.folder, PATH })
}

async function write(cwd: string, name: string, text: string): Promise<string> {
  await writeFile(join(cwd, name), text)
  return name
}

async function outcome(command: string, args: string[], cwd: string, env?: Record<string, string>) {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd, env: env ?? process.env })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}
