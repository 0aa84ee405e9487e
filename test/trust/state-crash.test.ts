import { execFile, spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { livenessOf, lockOwnerName, newLockOwner, type LockOwner } from '../../src/trust/lock-owner.ts'
import { openStateFile } from '../../src/trust/state-file.ts'
import { nodeStateFs } from '../../src/trust/state-fs.ts'
import { takeLock } from '../../src/trust/state-lock.ts'
import { compile, type CompiledProgram } from './compile.ts'
import { COUNTER, incremented } from './counter.ts'
import { counters } from './counters.ts'

const run = promisify(execFile)
const { scratch, place } = counters()
let writer: CompiledProgram

beforeAll(() => {
  writer = compile(new URL('state-writer.ts', import.meta.url))
})
afterAll(() => writer.remove())

async function counted(path: string): Promise<number> {
  const findings: string[] = []
  const file = await openStateFile({
    path,
    format: COUNTER,
    onDiagnostic: ({ message }) => findings.push(message),
  })
  const { n } = await file.read()
  expect(findings).toEqual([])
  return n
}

/** Kills for each of three folders; `SKILLWAY_KILLS=50` makes it 150 in all, which takes longer. */
const KILLS = Number(process.env['SKILLWAY_KILLS'] ?? 16)

describe('state H1: a process that is killed while it writes', () => {
  it('leaves the old or the new state at every single step, and the next process goes on at once', async () => {
    const path = place()
    const outcomes: string[] = []
    let ended = false
    for (let step = 1; !ended; step++) {
      const before = await readCount(path)
      const { signal, lines } = await writeUntil(path, { count: 1, step })
      ended = signal === null
      const after = await counted(path)
      outcomes.push(`${after - before} written, ${lines.length} told`)
    }
    expect(outcomes.length).toBeGreaterThan(20)
    expect(new Set(outcomes)).toEqual(
      new Set(['0 written, 0 told', '1 written, 0 told', '1 written, 1 told']),
    )
    await (await openStateFile({ path, format: COUNTER })).update(incremented)
    expect(readdirSync(join(path, '..')).sort()).toEqual(['counter.json', 'counter.json.previous'])
  }, 120_000)

  it(`leaves no torn and no lost state in ${3 * KILLS} kills at any time`, async () => {
    const outcomes = await Promise.all([place(), place(), place()].map((path) => killAtAnyTime(path, KILLS)))
    expect(outcomes.flatMap(({ wrong }) => wrong)).toEqual([])
    // Every writer has told of one write or more before it was killed; on a slow disk it is just one.
    for (const { last } of outcomes) expect(last).toBeGreaterThanOrEqual(KILLS)
  }, 120_000)
})

describe('state H3: processes that write at the same time', () => {
  it('lose no change', async () => {
    const path = place()
    await Promise.all([1, 2, 3].map(() => run(process.execPath, [writer.path, path, '100'])))
    expect(await counted(path)).toBe(300)
  }, 120_000)

  it('nor do writers of one process', async () => {
    const path = place()
    const files = await Promise.all([1, 2, 3, 4].map(() => openStateFile({ path, format: COUNTER })))
    await Promise.all(files.flatMap((file) => Array.from({ length: 10 }, () => file.update(incremented))))
    expect(await counted(path)).toBe(40)
  })
})

describe('the lock of a state file', () => {
  it.each([
    ['has ended', { pid: 4_000_000 }],
    ['has another start, so its number was given again', { start: '1' }],
  ])('is taken at once from a process that %s', async (_, difference) => {
    const path = join(scratch(), 'lock')
    putClaim(path, { ...newLockOwner(), ...difference })
    const begun = performance.now()
    const lock = await takeLock(path, { fs: nodeStateFs })
    expect(performance.now() - begun).toBeLessThan(1000)
    await lock.release()
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  it('is never taken from a living process, and waiting for it ends', async () => {
    const path = join(scratch(), 'lock')
    const held = await takeLock(path, { fs: nodeStateFs })
    await expect(takeLock(path, { fs: nodeStateFs, patienceMs: 50 })).rejects.toThrow(
      `'lock' has been held by process ${process.pid} for too long`,
    )
    await held.assertHeld()
    await held.release()
    await (await takeLock(path, { fs: nodeStateFs, patienceMs: 50 })).release()
  })

  it('is taken from a process out of sight only after a while without change', async () => {
    const path = join(scratch(), 'lock')
    const far = { ...newLockOwner(), host: 'f'.repeat(16) }
    expect(livenessOf(far)).toBe('unknown')
    putClaim(path, far)
    const begun = performance.now()
    const lock = await takeLock(path, { fs: nodeStateFs, patienceMs: 100 })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(100)
    await lock.release()
  })

  it('that was taken away stops its holder before it writes', async () => {
    const path = join(scratch(), 'lock')
    const lock = await takeLock(path, { fs: nodeStateFs })
    for (const name of readdirSync(join(path, '..'))) rmSync(join(path, '..', name))
    await expect(lock.assertHeld()).rejects.toThrow("'lock' was taken by another process meanwhile")
    await lock.release()
  })

  it('of a dead process goes to one of many that find it', async () => {
    for (let round = 0; round < 20; round++) {
      const path = join(scratch(), 'lock')
      putClaim(path, { ...newLockOwner(), pid: 4_000_000 })
      let inside = 0
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          const lock = await takeLock(path, { fs: nodeStateFs })
          inside += 1
          expect(inside).toBe(1)
          await sleep(1)
          inside -= 1
          await lock.release()
        }),
      )
      expect(readdirSync(join(path, '..'))).toEqual([])
    }
  })
})

function putClaim(path: string, owner: LockOwner): void {
  writeFileSync(`${path}.${lockOwnerName(owner)}`, '')
}

/** Kills a writer again and again; gives how often the state was behind what the writer had said, or ahead by more than one. */
async function killAtAnyTime(path: string, times: number): Promise<{ last: number; wrong: string[] }> {
  const wrong: string[] = []
  let last = 0
  for (let kill = 0; kill < times; kill++) {
    const { lines } = await writeUntil(path, { count: 1e9, killAfterMs: Math.random() * 25 })
    const told = Number(lines.at(-1) ?? last)
    last = await counted(path)
    if (last !== told && last !== told + 1) wrong.push(`said ${told}, holds ${last}`)
  }
  return { last, wrong }
}

async function readCount(path: string): Promise<number> {
  return (await (await openStateFile({ path, format: COUNTER })).read()).n
}

interface WriteOptions {
  count: number
  /** The step before which the writer kills itself. */
  step?: number
  /** When it is killed, from its first finished write on. */
  killAfterMs?: number
}

/** Runs the writer to its end, whichever it finds; the lines are the states that it said were written. */
async function writeUntil(path: string, { count, step, killAfterMs }: WriteOptions) {
  const child = spawn(process.execPath, [writer.path, path, String(count), ...(step ? [String(step)] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output === '' && killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    output += text
  })
  const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject).on('close', (_code, endedBy) => resolve(endedBy))
  })
  return { signal, lines: output.split('\n').slice(0, -1) }
}
