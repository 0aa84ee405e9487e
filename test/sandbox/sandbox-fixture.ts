import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { createPrivateFolder } from '../../src/sandbox/create-private-folder.ts'
import { detectSandbox } from '../../src/sandbox/detect-sandbox.ts'
import { materialise } from '../../src/sandbox/materialise.ts'
import { runCommand, type SandboxOptions } from '../../src/sandbox/run-command.ts'
import { createScratch, type Scratch } from '../../src/sandbox/scratch.ts'
import type { CommandRequest, CommandResult } from '../../src/sandbox/types.ts'
import { digestOf } from '../../src/skill/digest.ts'
import type { SkillFile } from '../../src/skill/types.ts'

const status = await detectSandbox()

/**
 * A group of tests that run the real sandbox. Where there is none they are skipped and the title says why; with
 * SKILLWAY_REQUIRE_SANDBOX set, as where it is known to be there, they run and fail.
 */
export function describeInSandbox(title: string, tests: () => void): void {
  const why = status.available ? '' : ` (skipped, there is no sandbox: ${status.reason})`
  describe.skipIf(!status.available && !process.env['SKILLWAY_REQUIRE_SANDBOX'])(`${title}${why}`, () => {
    tests()
  })
}

export interface SkillFixture {
  files: SkillFile[]
  readFile(path: string): Promise<Uint8Array>
}

/** A skill with these files, as an entry and as bytes. */
export function skillOf(content: Record<string, string | Uint8Array>): SkillFixture {
  const bytes = new Map(Object.entries(content).map(([path, text]) => [path, Buffer.from(text)]))
  return {
    files: [...bytes].map(([path, data]) => ({ path, size: data.length, digest: digestOf(data) })),
    readFile: async (path) => bytes.get(path)!,
  }
}

export interface SandboxFixture {
  scratch: Scratch
  skillDir: string
  run(command: string, more?: Partial<CommandRequest>, options?: SandboxOptions): Promise<CommandResult>
  /** The same in a working folder of its own, at the same time as others. */
  runApart(command: string, more?: Partial<CommandRequest>, options?: SandboxOptions): Promise<CommandResult>
}

/** One skill and one working folder for all tests of a group. */
export function useSandbox(content: Record<string, string>): SandboxFixture {
  const fixture = {
    run: (command, more, options) =>
      runCommand({ skillDir: fixture.skillDir, scratch: fixture.scratch, command, ...more }, options),
    async runApart(command, more, options) {
      const scratch = await createScratch()
      return fixture.run(command, { ...more, scratch }, options).finally(scratch.dispose)
    },
  } as SandboxFixture
  let copies: string
  beforeAll(async () => {
    const { files, readFile } = skillOf({ 'SKILL.md': 'Test skill\n', ...content })
    copies = await createPrivateFolder()
    fixture.scratch = await createScratch()
    fixture.skillDir = await materialise(
      { label: 'local', endpoint: 'directory', uri: 'skill://test', files },
      readFile,
      copies,
    )
  })
  afterAll(async () => {
    await fixture.scratch?.dispose()
    await rm(copies, { recursive: true, force: true })
  })
  return fixture
}

let marks = 0

/** Seconds to sleep for that no other test, of this run or another, sleeps for: by them its processes are known. */
export function newMark(): string {
  return `77.${process.pid}${String(++marks).padStart(4, '0')}`
}

/** How many processes of this machine have `mark` in their command line, once they have had `graceMs` to go away. */
export async function survivors(mark: string, graceMs = 0): Promise<number> {
  await delay(graceMs)
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLineOf(pid).includes(mark)).length
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
