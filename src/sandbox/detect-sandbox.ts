import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { SkillwayError } from '../errors.ts'
import { digestOf } from '../skill/digest.ts'
import { oneLine } from '../text/one-line.ts'
import { truncate } from '../text/truncate.ts'
import { hasCode } from '../trust/error-code.ts'
import { PROGRAMS } from './command-env.ts'
import { createPrivateFolder } from './create-private-folder.ts'
import { materialise } from './materialise.ts'
import { runCommand } from './run-command.ts'
import { createScratch } from './scratch.ts'

/** Whether commands can be run in a sandbox here. The reason is written for the operator, not for models. */
export type SandboxStatus =
  | { available: true; version: string }
  | { available: false; reason: string; hint: string }

/** Succeeds where the skill can be read and not written, the working folder can be written, and processes can be started. */
const PROBE = '[ -r /skill/SKILL.md ] && ! (echo >/skill/new) 2>/dev/null && (true; echo ready >probe)'
const PROBE_MS = 10_000
const MAX_REASON = 300

const HINTS: [pattern: RegExp, hint: string][] = [
  [
    /bwrap is not installed/,
    'Install bubblewrap: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap or apk add bubblewrap.',
  ],
  [/find source path/, 'Point TMPDIR to a folder that every user may enter.'],
  [/Unknown option/, 'Install bubblewrap 0.8 or newer.'],
  [
    /namespace|uid map|Operation not permitted|Permission denied/i,
    'Let this user make user namespaces (sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap); in a container, start it with a security profile that allows them.',
  ],
  [
    /fork|Resource temporarily unavailable/i,
    'Commands need Linux 5.14 or newer, where their processes can be counted.',
  ],
]

const known = new Map<string, Promise<SandboxStatus>>()

/** Runs a small command in the sandbox, once in a process, and tells whether that worked and why not. */
export function detectSandbox({ bwrap = 'bwrap' }: { bwrap?: string } = {}): Promise<SandboxStatus> {
  const status = known.get(bwrap) ?? tryOut(bwrap)
  known.set(bwrap, status)
  return status
}

async function tryOut(bwrap: string): Promise<SandboxStatus> {
  if (process.platform !== 'linux') {
    return { available: false, reason: 'bubblewrap exists only for Linux', hint: 'Run the server on Linux.' }
  }
  try {
    await runProbe(bwrap)
    const { stdout } = await promisify(execFile)(bwrap, ['--version'], { env: { PATH: PROGRAMS } })
    return { available: true, version: stdout.replace('bubblewrap', '').trim() }
  } catch (error) {
    return unavailable(error instanceof SkillwayError ? (error.cause ?? error) : error)
  }
}

async function runProbe(bwrap: string): Promise<void> {
  const scratch = await createScratch()
  const copies = await createPrivateFolder()
  try {
    const bytes = Buffer.from('---\nname: probe\ndescription: Tries the sandbox.\n---\n')
    const files = [{ path: 'SKILL.md', size: bytes.length, digest: digestOf(bytes) }]
    const skill = { label: 'probe', endpoint: 'probe', uri: 'skill://probe', files }
    const skillDir = await materialise(skill, () => Promise.resolve(bytes), copies)
    const limits = { timeMs: PROBE_MS }
    const result = await runCommand({ skillDir, scratch, command: PROBE, limits }, { bwrap })
    if (result.exitCode !== 0) throw new Error(result.stderr.text || 'The trial command did not end well')
    await scratch.read('probe')
  } finally {
    await rm(copies, { recursive: true, force: true })
    await scratch.dispose()
  }
}

function unavailable(error: unknown): SandboxStatus {
  const reason = truncate(oneLine(reasonOf(error)), MAX_REASON)
  const hint =
    HINTS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Run bwrap by hand to see what it misses.'
  return { available: false, reason, hint }
}

function reasonOf(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return `${(error as NodeJS.ErrnoException).path} is not installed`
  return error instanceof Error ? error.message : String(error)
}
