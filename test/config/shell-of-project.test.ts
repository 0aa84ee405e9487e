import { describe, expect, it } from 'vitest'
import { COMMAND_LIMITS } from '../../src/sandbox/limits.ts'
import { titled } from '../titled.ts'
import { configOf, projectConfig } from './place.ts'

const PROJECT = 'skillway.yaml'
const USER = '~/.config/skillway/skillway.yaml'
const { scratchFiles: _, ...USUAL } = COMMAND_LIMITS

/** The settings of a machine whose project and user say this below `shell`. */
function shellOf(project: string | undefined, user: string | undefined, allowShell?: boolean) {
  return configOf(
    {
      ...(project === undefined ? {} : { 'home/project/skillway.yaml': `shell: ${project}` }),
      ...(user === undefined ? {} : { 'home/.config/skillway/skillway.yaml': `shell: ${user}` }),
    },
    { allowShell },
  )
}

/** What project and user say, what holds, and what the project asked for in vain. */
interface Rule {
  title: string
  project?: string
  user?: string
  flag?: boolean
  holds: Record<string, unknown>
  /** Who said it. */
  from: Record<string, string>
  refused?: string[]
}

const RULES: Rule[] = [
  {
    title: 'cannot switch commands on',
    project: '{ allow: true }',
    holds: { allow: false },
    from: {},
    refused: ["shell.allow is not followed: a project's file cannot let skills run commands"],
  },
  {
    title: 'cannot switch on what the user switched off',
    project: '{ allow: true }',
    user: '{ allow: false }',
    holds: { allow: false },
    from: { allow: USER },
    refused: ["shell.allow is not followed: a project's file cannot let skills run commands"],
  },
  {
    title: 'may ask for what the user allows already',
    project: '{ allow: true, network: true, env: [A], limits: { timeMs: 30000 } }',
    user: '{ allow: true, network: true, env: [A] }',
    holds: { allow: true, network: true, env: ['A'] },
    from: { allow: USER, network: USER, env: USER },
  },
  {
    title: 'may ask for what a flag allows',
    project: '{ allow: true }',
    flag: true,
    holds: { allow: true },
    from: { allow: '--allow-shell' },
  },
  {
    title: 'may switch commands off',
    project: '{ allow: false }',
    user: '{ allow: true }',
    holds: { allow: false },
    from: { allow: PROJECT },
  },
  {
    title: 'cannot switch off what a flag allows',
    project: '{ allow: false }',
    user: '{ allow: false }',
    flag: true,
    holds: { allow: true },
    from: { allow: '--allow-shell' },
  },
  {
    title: 'cannot open the network, whoever allowed commands',
    project: '{ network: true }',
    flag: true,
    holds: { allow: true, network: false },
    from: { allow: '--allow-shell' },
    refused: ["shell.network is not followed: a project's file cannot open the network to commands"],
  },
  {
    title: 'may close the network',
    project: '{ network: false }',
    user: '{ network: true }',
    holds: { network: false },
    from: { network: PROJECT },
  },
  {
    title: 'cannot hand out variables',
    project: '{ env: [AWS_SECRET_ACCESS_KEY, A] }',
    holds: { env: [] },
    from: {},
    refused: [
      "shell.env is not followed: a project's file cannot give commands the variables 'AWS_SECRET_ACCESS_KEY', 'A'",
    ],
  },
  {
    title: 'may leave variables out, and cannot add others',
    project: '{ env: [B, C] }',
    user: '{ env: [A, B] }',
    holds: { env: ['B'] },
    from: { env: PROJECT },
    refused: ["shell.env is not followed: a project's file cannot give commands the variables 'C'"],
  },
  {
    title: 'may leave all variables out',
    project: '{ env: [] }',
    user: '{ env: [A, B] }',
    holds: { env: [] },
    from: { env: PROJECT },
  },
  {
    title: 'leaves the variables of the user alone where it says nothing of them',
    project: '{ network: false }',
    user: '{ env: [A, B] }',
    holds: { env: ['A', 'B'] },
    from: { env: USER },
  },
  {
    title: 'cannot raise a limit above the usual',
    project: '{ limits: { timeMs: 30001, processes: 65 } }',
    holds: { limits: USUAL },
    from: {},
    refused: [
      "shell.limits.timeMs is not followed: a project's file cannot raise it from 30000 to 30001",
      "shell.limits.processes is not followed: a project's file cannot raise it from 64 to 65",
    ],
  },
  {
    title: 'cannot raise a limit that the user lowered',
    project: '{ limits: { memoryBytes: 536870912 } }',
    user: '{ limits: { memoryBytes: 67108864 } }',
    holds: { limits: { ...USUAL, memoryBytes: 67_108_864 } },
    from: { memoryBytes: USER },
    refused: [
      "shell.limits.memoryBytes is not followed: a project's file cannot raise it from 67108864 to 536870912",
    ],
  },
  {
    title: 'may lower a limit, also one that the user raised',
    project: '{ limits: { timeMs: 1000, outputBytes: 1024 } }',
    user: '{ limits: { timeMs: 300000 } }',
    holds: { limits: { ...USUAL, timeMs: 1000, outputBytes: 1024 } },
    from: { timeMs: PROJECT, outputBytes: PROJECT },
  },
]

describe('the shell section of a project', () => {
  it.each(titled(RULES))('%s', async (_title, { project, user, flag, holds, from, refused = [] }) => {
    const { shell, diagnostics } = await shellOf(project, user, flag)
    expect(shell).toMatchObject(holds)
    expect(shell?.from).toEqual(from)
    expect(diagnostics.map(({ code, message, path, line }) => ({ code, message, path, line }))).toEqual(
      refused.map((message) => ({ code: 'CONFIG_NOT_FOLLOWED', message, path: PROJECT, line: 1 })),
    )
  })

  it('that is not followed says which line, and what to do about it', async () => {
    const { diagnostics } = await projectConfig(
      'shell:\n  network: true\n  limits:\n    timeMs: 60000\n  allow: true\n',
    )
    expect(diagnostics).toMatchObject([
      {
        line: 5,
        severity: 'warning',
        hint: 'If you trust the project, write it into your own config file or name this one with --config, or start with --allow-shell.',
      },
      { line: 2, hint: expect.stringMatching(/name this one with --config\.$/) },
      { line: 4 },
    ])
  })
})
