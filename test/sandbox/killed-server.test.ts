import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInSandbox, newMark, survivors } from './sandbox-fixture.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const SERVER = `
import { mkdtempSync, chmodSync } from 'node:fs'
import { runCommand } from './sandbox/run-command.js'
import { createScratch } from './sandbox/scratch.js'
const skillDir = mkdtempSync(process.argv[2] + '/skill-')
chmodSync(skillDir, 0o755)
const { stdout } = await runCommand({ skillDir, scratch: await createScratch(), command: process.argv[3] })
process.stdout.write(stdout.text)
`

describeInSandbox('a server in a process of its own', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'server-'))
    execFileSync('chmod', ['755', folder])
    const compilerOptions = {
      noCheck: true,
      noEmit: false,
      types: [],
      rootDir: join(PROJECT, 'src'),
      outDir: folder,
    }
    const config = {
      extends: join(PROJECT, 'tsconfig.json'),
      compilerOptions,
      include: [],
      files: [join(PROJECT, 'src/sandbox/run-command.ts')],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'server.js'), SERVER)
    execFileSync(join(PROJECT, 'node_modules/.bin/tsc'), ['-p', folder])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function start(command: string, ...stdio: number[]): ChildProcess {
    const env = { ...process.env, TMPDIR: folder }
    return spawn(process.execPath, [join(folder, 'server.js'), folder, command], {
      env,
      stdio: ['ignore', 'pipe', 'inherit', ...stdio],
    })
  }

  it('G15: takes its command with it when it is killed', async () => {
    const mark = newMark()
    const server = start(`trap "" TERM HUP; setsid sleep ${mark} & sleep ${mark}`)
    const deadline = performance.now() + 5000
    while ((await survivors(mark)) < 4 && performance.now() < deadline) await delay(10)
    expect(await survivors(mark)).toBeGreaterThanOrEqual(4)
    server.kill('SIGKILL')
    expect(await survivors(mark, 300)).toBe(0)
  })

  it('hands on nothing that whoever started it has left open', async () => {
    const root = openSync('/', 'r')
    const server = start(
      'ls -l /proc/self/fd; ls /proc/self/fd/3/ /proc/self/fd/20/',
      root,
      ...Array(16).fill('ignore'),
      root,
    )
    const chunks: Buffer[] = []
    for await (const chunk of server.stdout!) chunks.push(chunk as Buffer)
    const links = Buffer.concat(chunks)
      .toString()
      .split('\n')
      .filter((line) => line.includes(' -> '))
    expect(links.length).toBeGreaterThan(3)
    for (const link of links)
      expect(link).toMatch(/-> (?:\/dev\/null|\/proc\/\d+\/fd|.*\/work\.std(?:out|err))$/)
  })
})
