import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { type AuditRecord, createCommandRunner } from '../../src/sandbox/command-runner.ts'
import { createScratch, type Scratch } from '../../src/sandbox/scratch.ts'
import type { CommandResult } from '../../src/sandbox/types.ts'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { ending, runShellCommandTool } from '../../src/tools/run-shell-command.ts'
import { callText } from './call.ts'

const skill = (name: string, fields = '') => ({
  'SKILL.md': `---\nname: ${name}\ndescription: Does ${name}.\n${fields}---\nDo it.\n`,
})
const memory = memorySource('code', {
  plain: skill('plain'),
  narrow: skill('narrow', 'allowed-tools: Bash(git:*)\n'),
  'narrow-too': skill('narrow-too', 'allowed_tools: [Bash(git:*)]\n'),
  mute: skill('mute', 'allowed_tools: []\n'),
})
const remote: SkillSource = { ...memory, label: 'docs', kind: 'mcp', endpoint: 'https://docs.example/mcp' }
const dynamic: SkillSource = {
  ...remote,
  label: 'live',
  async get(skillPath, options) {
    const entry = await memory.get(skillPath, options)
    return entry && { ...entry, files: 'dynamic' }
  },
}
const catalog = createCatalog([memory, remote, dynamic])
const conditions = { sandboxed: true, network: false, timeMs: 30_000 }

let scratch: Scratch
beforeAll(async () => {
  scratch = await createScratch()
})
afterAll(() => scratch.dispose())

/** The answer to a command, and the record that it left; nothing here could start a sandbox. */
async function tried(skillName: string, command = 'id') {
  const audit: AuditRecord[] = []
  const runner = createCommandRunner({ bwrap: '/nowhere/bwrap', onAudit: (record) => audit.push(record) })
  const ground = async () => ({ runner, scratch })
  const tool = runShellCommandTool(catalog, { ground, uriOf: (path) => path, conditions })
  const text = await callText([tool], tool.name, { skill_name: skillName, command })
  await runner.close()
  return { text, audit }
}

describe('a command that a skill may not run', () => {
  it.each([
    [
      'of a server, without an approval',
      'skill://docs/plain',
      'EXECUTION_NOT_APPROVED',
      /nobody has approved/,
    ],
    ['of a server that gives no digests', 'skill://live/plain', 'COMMAND_REFUSED', /gives no digests/],
    ['that allowed-tools leaves out', 'skill://narrow', 'COMMAND_REFUSED', /permit only 'git:\*'/],
    ['that allowed_tools leaves out', 'skill://narrow-too', 'COMMAND_REFUSED', /permit only 'git:\*'/],
    ['that no tool is left for', 'skill://mute', 'COMMAND_REFUSED', /name no shell/],
  ])('%s is refused before anything starts, and leaves a record (G3)', async (_why, uri, error, expected) => {
    const { text, audit } = await tried(uri)
    expect(text).toMatch(expected)
    expect(audit).toMatchObject([{ skillUri: uri, ended: 'error', error, exitCode: null, sandboxed: true }])
  })

  it('may be what allowed-tools names, but a server’s skill gains nothing from naming it', async () => {
    expect((await tried('skill://narrow', 'git status')).audit).toMatchObject([
      { error: 'SANDBOX_UNAVAILABLE' },
    ])
    expect((await tried('skill://docs/narrow', 'git status')).audit).toMatchObject([
      { error: 'EXECUTION_NOT_APPROVED' },
    ])
  })

  it.each(['skill://plain; rm -rf /', '$(id)', 'plain\nid', "plain' || id"])(
    'names a skill with %j, which is a name and no syntax (G10)',
    async (name) => {
      const { text, audit } = await tried(name)
      expect(text).not.toContain('uid=')
      expect(audit).toEqual([])
    },
  )
})

describe('what a model is told of run_shell_command', () => {
  it.each([
    [{}, '/skill, read-only', 'There is no network.', false],
    [{ network: true }, '/skill, read-only', 'The network can be reached.', true],
    [{ timeMs: 120_000 }, '/work, a folder', 'There is no network. It is ended after 120 s.', false],
    [{ sandboxed: false, network: true }, '$SKILL_DIR.', 'The network can be reached.', true],
  ])('with %j', (more, place, end, openWorldHint) => {
    const options = { ground: () => Promise.reject(new Error('unused')), uriOf: (path: string) => path }
    const tool = runShellCommandTool(catalog, { ...options, conditions: { ...conditions, ...more } })
    expect(tool.description).toContain(place)
    expect(tool.description.endsWith(end)).toBe(true)
    expect(tool.annotations).toMatchObject({ openWorldHint, readOnlyHint: false })
  })
})

describe('how a command ended', () => {
  const exited: CommandResult = {
    exitCode: 0,
    signal: null,
    timedOut: false,
    limitHit: null,
    stdout: { text: '', bytes: 0, truncated: false, malformed: false },
    stderr: { text: '', bytes: 0, truncated: false, malformed: false },
    durationMs: 12,
    notKept: [],
  }
  const killed = { exitCode: null, signal: 'SIGKILL' }
  it.each([
    [{}, 'Exit code 0.'],
    [{ exitCode: 3 }, 'Exit code 3.'],
    [{ exitCode: 128 }, 'Exit code 128.'],
    [{ exitCode: 137 }, 'Exit code 137, as after SIGKILL.'],
    [killed, 'Ended by signal SIGKILL.'],
    [
      { ...killed, timedOut: true },
      'Timed out after 12 ms; everything that it started was ended by SIGKILL.',
    ],
    [{ ...killed, limitHit: 'memory' as const }, 'Ended by SIGKILL because it used too much: memory.'],
  ])('%j is told as %j', (more, text) => {
    expect(ending({ ...exited, ...more })).toBe(text)
  })
})
