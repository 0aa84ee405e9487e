import { setTimeout as delay } from 'node:timers/promises'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AuditRecord, type CommandJob, createCommandRunner } from '../../src/sandbox/command-runner.ts'
import { createScratch, type Scratch } from '../../src/sandbox/scratch.ts'
import { digestOf } from '../../src/skill/digest.ts'
import { describeInSandbox, newMark, skillOf, survivors } from './sandbox-fixture.ts'

const { files, readFile } = skillOf({ 'SKILL.md': 'x', 'run.sh': '#!/bin/sh\necho "ran $1"\n' })
const skill = { label: 'docs', endpoint: 'https://docs.example/mcp', uri: 'skill://docs/refunds', files }

describeInSandbox('the runner of commands', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'runner-'))
  chmodSync(temporary, 0o755)
  let scratch: Scratch
  let audit: AuditRecord[]
  let runner: ReturnType<typeof createCommandRunner>
  beforeEach(async () => {
    vi.stubEnv('TMPDIR', temporary)
    scratch = await createScratch()
    audit = []
    runner = createCommandRunner({ onAudit: (record) => audit.push(record) })
  })
  afterEach(async () => {
    await runner.close()
    await scratch.dispose()
    vi.unstubAllEnvs()
  })
  afterAll(() => rmSync(temporary, { recursive: true, force: true }))
  const job = (command: string, more: Partial<CommandJob> = {}): CommandJob => ({
    skill,
    readFile,
    scratch,
    command,
    fingerprint: 'sha256:f',
    ...more,
  })

  it('runs a command on a copy of the skill, and leaves one record without the command’s text', async () => {
    const command = '/skill/run.sh s3cret; exit 3'
    const result = await runner.run(job(command))
    expect(result).toMatchObject({ exitCode: 3, stdout: { text: 'ran s3cret\n' } })
    expect(audit).toEqual([
      {
        label: 'docs',
        skillUri: 'skill://docs/refunds',
        fingerprint: 'sha256:f',
        commandHash: digestOf(Buffer.from(command)),
        sandboxed: true,
        network: false,
        ended: 'exit',
        error: undefined,
        exitCode: 3,
        signal: null,
        stdoutBytes: 11,
        stderrBytes: 0,
        durationMs: result.durationMs,
      },
    ])
    expect(JSON.stringify(audit)).not.toContain('s3cret')
  })

  it('records how a command was ended', async () => {
    await runner.run(job('sleep 60', { limits: { timeMs: 50 } }))
    const cancelled = runner.run(job('sleep 60'), { signal: AbortSignal.timeout(50) })
    await expect(cancelled).rejects.toMatchObject({ code: 'ABORTED' })
    expect(audit.map(({ ended, error, signal }) => ({ ended, error, signal }))).toEqual([
      { ended: 'time', error: undefined, signal: 'SIGKILL' },
      { ended: 'error', error: 'ABORTED', signal: null },
    ])
  })

  it('refuses what the skill’s own allowed-tools do not permit', async () => {
    const refused = runner.run(job('touch x', { allowedTools: ['Bash(git:*)'] }))
    await expect(refused).rejects.toMatchObject({ code: 'COMMAND_REFUSED' })
    expect(audit).toMatchObject([{ ended: 'error', error: 'COMMAND_REFUSED' }])
    expect(await scratch.files()).toEqual([])
    await expect(runner.run(job('git --version', { allowedTools: ['Bash(git:*)'] }))).resolves.toBeDefined()
  })

  it('G16: refuses a skill whose bytes have changed, before anything runs', async () => {
    const changed = job('touch x', { readFile: async () => Buffer.from('other') })
    await expect(runner.run(changed)).rejects.toMatchObject({ code: 'VERIFICATION_FAILED' })
    expect(await scratch.files()).toEqual([])
  })

  it('G14: runs forty commands two at a time, each in its own working folder', async () => {
    const wide = createCommandRunner({ queueLimit: 40 })
    const runs = Array.from({ length: 40 }, async (_, i) => {
      const own = await createScratch()
      const { stdout } = await wide.run(
        job(`date +%s%N; echo ${i} > mine; cat *; date +%s%N`, { scratch: own }),
      )
      await own.dispose()
      return stdout.text.split('\n').map(Number)
    })
    const times = await Promise.all(runs)
    expect(times.map(([, mine]) => mine)).toEqual(Array.from({ length: 40 }, (_, i) => i))
    for (const [start] of times) {
      const atOnce = times.filter(([begin, , end]) => begin! <= start! && start! <= end!)
      expect(atOnce.length).toBeLessThanOrEqual(2)
    }
    await wide.close()
  })

  it('runs the commands of one session one after the other, on the same files', async () => {
    const runs = ['echo a >> log; sleep 0.1', 'echo b >> log', 'cat log'].map((command) =>
      runner.run(job(command)),
    )
    expect((await Promise.all(runs)).at(-1)!.stdout.text).toBe('a\nb\n')
  })

  it('ends everything when it is closed, and runs nothing more', async () => {
    const mark = newMark()
    const runs = [1, 2, 3].map(() => runner.run(job(`sleep ${mark}`)).catch((error: unknown) => error))
    await delay(200)
    await runner.close()
    for (const error of await Promise.all(runs)) expect(error).toMatchObject({ code: 'ABORTED' })
    expect(await survivors(mark)).toBe(0)
    // The working folder of this test stays until the test is over.
    expect(readdirSync(temporary)).toHaveLength(1)
    await expect(runner.run(job('true'))).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
