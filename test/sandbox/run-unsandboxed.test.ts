import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCommandRunner } from '../../src/sandbox/command-runner.ts'
import { createPrivateFolder } from '../../src/sandbox/create-private-folder.ts'
import { materialise } from '../../src/sandbox/materialise.ts'
import { runUnsandboxed } from '../../src/sandbox/run-unsandboxed.ts'
import { createScratch, type Scratch } from '../../src/sandbox/scratch.ts'
import type { CommandRequest, CommandResult, RunOptions } from '../../src/sandbox/types.ts'
import { newMark, skillOf, survivors } from './sandbox-fixture.ts'

const skill = skillOf({ 'SKILL.md': 'x', 'run.sh': '#!/bin/sh\necho "in $(pwd)"\n' })

describe.runIf(process.platform !== 'win32')('a command without a sandbox', () => {
  let scratch: Scratch
  let dir: string
  let skillDir: string
  beforeAll(async () => {
    scratch = await createScratch()
    dir = await createPrivateFolder()
    skillDir = await materialise(
      { label: 'local', endpoint: 'directory', uri: 'skill://a', files: skill.files },
      skill.readFile,
      dir,
    )
  })
  afterAll(async () => {
    await scratch.dispose()
    await rm(dir, { recursive: true, force: true })
  })
  const run = (
    command: string,
    more: Partial<CommandRequest> = {},
    options: RunOptions = {},
  ): Promise<CommandResult> =>
    runUnsandboxed({ skillDir, scratch, command, ...more }, { ...options, dangerouslyWithoutSandbox: true })

  it('is run only for callers who say that they know', async () => {
    const options = { dangerouslyWithoutSandbox: false } as unknown as { dangerouslyWithoutSandbox: true }
    const attempt = runUnsandboxed({ skillDir, scratch, command: 'true' }, options)
    await expect(attempt).rejects.toMatchObject({ code: 'USAGE' })
  })

  it('runs in the working folder, which keeps its files, and finds its skill', async () => {
    const { exitCode, stdout } = await run('echo x > a; "$SKILL_DIR/run.sh"; exit 4')
    expect(exitCode).toBe(4)
    expect(stdout.text).toMatch(/^in \/.*\/work\n$/)
    expect(await scratch.files()).toEqual([{ path: 'a', size: 1 + 1 }])
    expect((await run('./run.sh', { cwd: 'skill' })).stdout.text).toBe(`in ${skillDir}\n`)
  })

  it('B206, G5: gets nothing of the server’s environment', async () => {
    process.env['FAKE_API_KEY'] = 'zzz-canary'
    try {
      const { stdout } = await run('env')
      expect(stdout.text).not.toContain('zzz-canary')
      expect(stdout.text).toMatch(/^HOME=.*\/work$/m)
    } finally {
      delete process.env['FAKE_API_KEY']
    }
  })

  it('B209: has no input to wait for', async () => {
    expect(await run('cat')).toMatchObject({ exitCode: 0, timedOut: false })
  })

  it.each([
    ['B207: a child and a grandchild', 'sh -c "sleep MARK & sleep MARK"'],
    ['G8: ignored signals', 'trap "" TERM; while :; do sleep MARK; done'],
    ['G8: output without pause', 'yes MARK'],
  ])('%s: is over within a second of the deadline', async (_what, command) => {
    const mark = newMark()
    const started = performance.now()
    expect(await run(command.replaceAll('MARK', mark), { limits: { timeMs: 300 } })).toMatchObject({
      timedOut: true,
      signal: 'SIGKILL',
    })
    expect(performance.now() - started).toBeLessThan(1300)
    expect(await survivors(mark, 20)).toBe(0)
  })

  it('takes what it left running with it when it ends', async () => {
    const mark = newMark()
    expect(await run(`sleep ${mark} & echo done`)).toMatchObject({ exitCode: 0, stdout: { text: 'done\n' } })
    expect(await survivors(mark, 20)).toBe(0)
  })

  it('G8: is settled also where a process that left the group still holds the output', async () => {
    const started = performance.now()
    const { stdout, timedOut } = await run('setsid sleep 2 & echo done; sleep 60', {
      limits: { timeMs: 300 },
    })
    expect([stdout.text, timedOut]).toEqual(['done\n', true])
    expect(performance.now() - started).toBeLessThan(1300)
  })

  it('ends when the caller cancels', async () => {
    const mark = newMark()
    await expect(run(`sleep ${mark}`, {}, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect(await survivors(mark, 20)).toBe(0)
  })

  it.runIf(process.platform === 'linux')('is held to the size of a file and of a process', async () => {
    const limits = { scratchBytes: 1024 * 1024 }
    const { stdout } = await run('head -c 2M /dev/zero > big; stat -c %s big; cat /proc/self/limits', {
      limits,
    })
    expect(stdout.text).toMatch(/^1048576\n/)
    expect(stdout.text).toMatch(/^Max data size +536870912 +536870912/m)
  })

  it('is what a runner runs, where it is told to', async () => {
    const records: unknown[] = []
    const runner = createCommandRunner({
      dangerouslyWithoutSandbox: true,
      onAudit: (record) => records.push(record),
    })
    const job = {
      skill: { label: 'a', endpoint: 'directory', uri: 'skill://a', files: skill.files },
      readFile: skill.readFile,
      scratch,
    }
    const { stdout } = await runner.run({ ...job, command: 'cat /etc/passwd' })
    expect(stdout.text).toBe(readFileSync('/etc/passwd', 'utf8'))
    expect(records).toMatchObject([{ sandboxed: false, ended: 'exit' }])
    await runner.close()
  })
})
