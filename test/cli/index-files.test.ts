import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLI } from '../serve/connect.ts'
import { run } from './run.ts'

const SKILLS = 320
const LIST = ['list', '--no-defaults', '--skills', 'skills', '--json']
let home: string
let index: string

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'skillway-index-'))
  index = join(home, '.cache/skillway/index')
  for (let count = 0; count < SKILLS; count++) describeSkill(count, 'Is one of many.')
  await wait(2200)
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

function describeSkill(count: number, description: string): void {
  const folder = join(home, 'skills', `skill-${count}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'SKILL.md'),
    `---\nname: skill-${count}\ndescription: ${description}\n---\n\nText.\n`,
  )
}

async function list(env: Record<string, string> = {}): Promise<unknown> {
  const { code, stdout } = await run(LIST, home, env)
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

/** What a process says that keeps nothing and is told nothing. */
const truth = (): Promise<unknown> => list({ SKILLWAY_CACHE_DIR: join(home, 'skills', '.nowhere') })

describe.runIf(process.platform === 'linux')('skillway list, run again', () => {
  it('says the same from what the first run has kept', async () => {
    const expected = await truth()
    expect(existsIndex()).toBe(false)
    expect(await list()).toEqual(expected)
    expect(existsIndex()).toBe(true)
    expect(await list()).toEqual(expected)
  })

  it('several at once share what is kept, after many edits', async () => {
    for (let count = 0; count < 50; count++) describeSkill(count, 'Has been edited.')
    const seen = await Promise.all([list(), list(), list(), list()])
    const expected = await truth()
    for (const listing of seen) expect(listing).toEqual(expected)
    expect(await list()).toEqual(expected)
  })

  it('is right after runs that were killed at any moment', async () => {
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count < 50; count++) describeSkill(count, `Edit ${round}.`)
      const env = { PATH: process.env['PATH'], HOME: home }
      const child = spawn(process.execPath, [CLI, ...LIST], { cwd: home, env, stdio: 'ignore' })
      const ended = once(child, 'close')
      await wait(150 + round * 80)
      child.kill('SIGKILL')
      await ended
    }
    await wait(2200)
    const expected = await truth()
    expect(await list()).toEqual(expected)
    expect(await list()).toEqual(expected)
  })
})

function existsIndex(): boolean {
  try {
    return readdirSync(index).length > 0 && statSync(index).isDirectory()
  } catch {
    return false
  }
}
