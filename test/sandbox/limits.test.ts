import { monitorEventLoopDelay } from 'node:perf_hooks'
import { existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import caseOfStdin from '../cases/B209/stdin.json' with { type: 'json' }
import caseOfTree from '../cases/B207/tree.json' with { type: 'json' }
import { describeInSandbox, newMark, survivors, useSandbox } from './sandbox-fixture.ts'

const MIB = 1024 * 1024
const PYTHON = existsSync('/usr/bin/python3')

describeInSandbox('the end of a command', () => {
  const box = useSandbox({})

  it('comes by itself, with its exit code and both outputs', async () => {
    const result = await box.run('echo out; echo err >&2; exit 7')
    expect(result).toMatchObject({ exitCode: 7, signal: null, timedOut: false, limitHit: null, notKept: [] })
    expect(result.stdout).toEqual({ text: 'out\n', bytes: 4, truncated: false, malformed: false })
    expect(result.stderr).toEqual({ text: 'err\n', bytes: 4, truncated: false, malformed: false })
  })

  it('by a signal is told as a shell tells it', async () => {
    expect(await box.run('kill -SEGV $$')).toMatchObject({ exitCode: 139, signal: null })
  })

  it('B209: is not put off by a command that waits for input', async () => {
    const { command, timeoutMs } = caseOfStdin
    const result = await box.run(command, { limits: { timeMs: timeoutMs } })
    expect(result).toMatchObject({ exitCode: 0, timedOut: false })
    expect(result.durationMs).toBeLessThan(1000)
  })

  it('is the end of what it left running in the background, also where that holds the output', async () => {
    const started = performance.now()
    const mark = newMark()
    const result = await box.run(`setsid sleep ${mark} & sleep ${mark} & echo done`)
    expect(result).toMatchObject({ exitCode: 0, stdout: { text: 'done\n' } })
    expect(performance.now() - started).toBeLessThan(1000)
    expect(await survivors(mark)).toBe(0)
  })

  it.concurrent.each([
    ['B207: of a child and a grandchild', caseOfTree.command.replaceAll('300', 'MARK')],
    ['G8: of a command that ignores signals', 'trap "" TERM INT HUP; while :; do sleep MARK; done'],
    ['G8: of a grandchild in its own session that holds the output', '(setsid sleep MARK &); sleep MARK'],
    ['G8: of a daemon', 'setsid sh -c "setsid sleep MARK & sleep MARK" >/dev/null 2>&1 & wait'],
    ['G8: of a command that has stopped itself', 'sleep MARK & kill -STOP $$'],
    ['G8: of a command that writes without pause', 'yes MARK'],
  ])('%s comes within a second of the deadline', async (_what, command) => {
    const mark = newMark()
    const started = performance.now()
    const result = await box.runApart(command.replaceAll('MARK', mark), {
      limits: { timeMs: caseOfTree.timeoutMs },
    })
    const took = performance.now() - started
    expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: true })
    expect(took).toBeGreaterThanOrEqual(caseOfTree.timeoutMs)
    expect(took).toBeLessThan(caseOfTree.timeoutMs + 1000)
    expect(await survivors(mark)).toBe(0)
  })

  it.concurrent('is waited for with a word every few seconds', async () => {
    const heard: unknown[] = []
    await box.runApart('echo x; sleep 3.2', {}, { onProgress: (progress) => heard.push(progress) })
    expect(heard).toEqual([{ elapsedMs: expect.any(Number), stdoutBytes: 2, stderrBytes: 0 }])
  })

  it('keeps what was written and made until the deadline', async () => {
    const result = await box.run('echo half; echo half > half.txt; sleep 60', { limits: { timeMs: 300 } })
    expect(result).toMatchObject({ timedOut: true, stdout: { text: 'half\n' } })
    expect(Buffer.from(await box.scratch.read('half.txt')).toString()).toBe('half\n')
  })

  it('leaves nothing behind where the deadline comes while the sandbox is still being built', async () => {
    const mark = newMark()
    for (let run = 0; run < 24; run++) {
      const result = await box.run(`sleep ${mark}`, { limits: { timeMs: 1 + (run % 8) } })
      expect(result.timedOut).toBe(true)
    }
    expect(await survivors(mark, 20)).toBe(0)
  })

  it.each([0, 5, 20, 200])('comes when the caller cancels, here after %i ms', async (ms) => {
    const started = performance.now()
    const mark = newMark()
    const command = `setsid sleep ${mark} & sleep ${mark}`
    const run = box.run(command, {}, { signal: AbortSignal.timeout(ms) })
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' })
    expect(performance.now() - started).toBeLessThan(ms + 1000)
    expect(await survivors(mark)).toBe(0)
  })

  it('comes before the beginning where the caller has cancelled already', async () => {
    const run = box.run('echo x > begun', {}, { signal: AbortSignal.abort() })
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await box.scratch.files()).map(({ path }) => path)).not.toContain('begun')
  })
})

describeInSandbox('what a command may use', () => {
  const box = useSandbox({})
  it('G9: leaves the server free to do other things, whatever many commands do at once', async () => {
    const delays = monitorEventLoopDelay({ resolution: 10 })
    delays.enable()
    const greedy = [
      'yes',
      'bomb() { bomb | bomb & }; bomb',
      'cat /dev/zero >x',
      'cat /dev/urandom',
      'while :; do :; done',
    ]
    const runs = greedy.map((command) => box.runApart(command, { limits: { timeMs: 1000 } }))
    await Promise.all(runs)
    delays.disable()
    expect(delays.max / 1e6).toBeLessThan(1000)
    expect(delays.mean / 1e6).toBeLessThan(100)
  })

  it('G9: is 64 processes, and a fork bomb gets no more', async () => {
    const mark = newMark()
    const command = `bomb() { bomb | bomb & }; bomb 2>/dev/null; sleep 0.4; ls /proc | grep -c "^[0-9]*$"; sleep ${mark}`
    const result = await box.run(command, { limits: { timeMs: 1000 } })
    expect(result.timedOut).toBe(true)
    expect(Number(result.stdout.text || 0)).toBeLessThanOrEqual(64)
    expect(await survivors(mark)).toBe(0)
  })

  it('G9: is 64 processes, counted apart from those of other commands', async () => {
    const program = 'i=0; while [ $i -lt 80 ]; do sleep 77 & i=$((i + 1)); echo $i; done'
    const runs = [0, 1].map(async () => {
      const { stdout } = await box.runApart(program, { limits: { timeMs: 1000 } })
      return Number(stdout.text.trim().split('\n').at(-1))
    })
    for (const started of await Promise.all(runs)) {
      expect(started).toBeGreaterThan(50)
      expect(started).toBeLessThan(64)
    }
  })

  it.runIf(PYTHON)('G9: is 512 MiB of memory in one process', async () => {
    const result = await box.run('python3 -c "x = bytearray(600 * 1024 * 1024)"')
    expect(result).toMatchObject({ exitCode: 1, limitHit: null })
    expect(result.stderr.text).toContain('MemoryError')
    expect((await box.run('python3 -c "x = bytearray(400 * 1024 * 1024)"')).exitCode).toBe(0)
  })

  it.runIf(PYTHON).each([
    [
      'in many processes',
      'import os\nfor i in range(8):\n  if os.fork() == 0: break\nx = b"x" * (200 << 20)\nos.read(0, 1)\nimport time; time.sleep(60)',
    ],
    [
      'shared between none',
      'import mmap, time\nm = mmap.mmap(-1, 900 << 20)\nfor i in range(0, 900 << 20, 4096): m[i] = 1\ntime.sleep(60)',
    ],
  ])('G9: is 512 MiB of memory, also %s', async (_how, program) => {
    const result = await box.run(`python3 -c '${program}'`)
    expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: false, limitHit: 'memory' })
    expect(result.durationMs).toBeLessThan(5000)
  })

  it.runIf(PYTHON)('is counted once where processes share it', async () => {
    const program =
      'import os, time\nx = b"x" * (200 << 20)\nfor i in range(6):\n  if os.fork() == 0: break\ntime.sleep(0.5)'
    expect(await box.run(`python3 -c '${program}'`)).toMatchObject({ exitCode: 0, limitHit: null })
  })

  it.each(['/work', '/tmp', '/dev/shm'])('G9: is 64 MiB in %s, in one file or in many', async (folder) => {
    const one = await box.run(
      `head -c 100M /dev/zero > ${folder}/one; stat -c %s ${folder}/one; rm ${folder}/one`,
    )
    expect(Number(one.stdout.text)).toBe(64 * MIB)
    const many = await box.run(
      `cd ${folder}; for i in 1 2 3; do head -c 30M /dev/zero > part$i; done; cat part* | wc -c; rm part*`,
    )
    expect(many.stderr.text).toContain('No space left on device')
    expect(Number(many.stdout.text)).toBeLessThanOrEqual(64 * MIB)
  })

  it('G9: is 64 MiB in files that nobody can see any more', async () => {
    const command =
      'for i in 3 4 5; do eval "exec $i>gone$i"; rm gone$i; head -c 30M /dev/zero >&$i || echo full; done'
    expect((await box.run(command)).stdout.text).toBe('full\n')
  })

  it('G9: is a number of files, empty or not', async () => {
    const limits = { scratchFiles: 1000 }
    const command = 'i=0; while :; do mkdir d$i; (cd d$i; seq 300 | xargs touch); i=$((i + 1)); done'
    const result = await box.run(command, { limits })
    expect(result).toMatchObject({ exitCode: null, timedOut: false, limitHit: 'files' })
    expect(result.notKept).toHaveLength(20)
    expect((await box.scratch.files()).length).toBeLessThanOrEqual(1000)
    expect((await box.run('rm -rf d*', { limits })).exitCode).toBe(0)
    expect(await box.scratch.files()).toEqual([])
  })

  it('G9: is 256 KiB of each output, of which the beginning and the end are kept', async () => {
    const result = await box.run('echo first; head -c 256M /dev/zero; echo; echo last; echo short >&2')
    const { stdout, stderr, exitCode } = result
    expect(exitCode).toBe(0)
    expect(stdout).toMatchObject({ bytes: 256 * MIB + 12, truncated: true, malformed: false })
    expect(stdout.text).toMatch(
      /^first\n\0{131066}\n\[\.\.\. 268173324 bytes left out \.\.\.\]\n\0{131066}\nlast\n$/,
    )
    expect(stderr).toEqual({ text: 'short\n', bytes: 6, truncated: false, malformed: false })
  })

  it('G9: is output that is no text, which is said', async () => {
    const { stdout } = await box.run('printf "a\\377\\033[2Jb"; head -c 20 /dev/urandom >&2')
    expect(stdout).toEqual({ text: 'a\ufffd\u001b[2Jb', bytes: 7, truncated: false, malformed: true })
  })

  it('G9: is what the server can do without: the system ends a command first, and lets it wait', async () => {
    const { stdout } = await box.run('cat /proc/self/oom_score_adj; nice')
    expect(stdout.text).toBe(`1000\n${getPriority() + 5}\n`)
  })

  it('is what the caller says, within bounds', async () => {
    const limits = { scratchBytes: 2 * MIB, processes: 8, outputBytes: 1024 }
    const result = await box.run(
      'head -c 3M /dev/zero > x; stat -c %s x; rm x; yes | head -c 5000; ulimit -f; ulimit -c; ulimit -u',
      { limits },
    )
    expect(result.stdout.text.startsWith(`${2 * MIB}\ny\n`)).toBe(true)
    expect(result.stdout).toMatchObject({ bytes: 5017, truncated: true })
    expect(result.stdout.text.endsWith('y\n2048\n0\n8\n')).toBe(true)
  })

  it.each([
    { timeMs: 0 },
    { timeMs: 300_001 },
    { timeMs: Number.NaN },
    { processes: 1 },
    { memoryBytes: -1 },
    { outputBytes: 1.5 },
  ])('is never %j', async (limits) => {
    await expect(box.run('true', { limits })).rejects.toMatchObject({ code: 'USAGE' })
  })
})

describeInSandbox('the text of a command', () => {
  const box = useSandbox({})

  it('G10: reaches the shell as it is, quotes, line breaks and all', async () => {
    const command = `printf '%s|' "$0" "$#" 'a"b' "c'd" \\$\\(id\\) '\`id\`' '; rm -rf /'\necho "$(echo nested)" '\u{1f600}'`
    expect((await box.run(command)).stdout.text).toBe(
      `/bin/bash|0|a"b|c'd|$(id)|\`id\`|; rm -rf /|nested \u{1f600}\n`,
    )
  })

  it('can open its outputs by name', async () => {
    const { stdout, stderr } = await box.run(
      'echo out > /dev/stdout; echo err > /dev/stderr; echo both | tee /dev/stderr',
    )
    expect([stdout.text, stderr.text]).toEqual(['out\nboth\n', 'err\nboth\n'])
  })

  it.each([
    ['empty', ' \n'],
    ['with a null byte', 'echo a\0b'],
    ['with half a character', 'echo \ud800'],
    ['too long for the system', `echo ${'x'.repeat(70_000)}`],
  ])('is refused where it is %s', async (_what, command) => {
    await expect(box.run(command)).rejects.toMatchObject({ code: 'COMMAND_REFUSED' })
  })
})
