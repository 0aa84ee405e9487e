import { describe, expect, it } from 'vitest'
import { titled } from '../titled.ts'
import { configOf, place, projectConfig } from './place.ts'
import { loadConfig } from '../../src/config/load-config.ts'

const PROJECT = 'skillway.yaml'
const USER = '~/.config/skillway/skillway.yaml'

const WHOLE = `
  allow: true
  network: true
  env: [API_KEY, LANGUAGE, API_KEY]
  limits: { timeMs: 60000, outputBytes: 2048, memoryBytes: 1073741824, processes: 128, scratchBytes: 1048576 }
`

describe('the shell section', () => {
  it.each(['shell:', 'shell: null', 'shell: {}', 'maxSkills: 3'])('may say nothing: %s', async (text) => {
    const { shell, diagnostics } = await projectConfig(text)
    expect(shell?.allow ?? false).toBe(false)
    expect(diagnostics).toEqual([])
  })

  it('of the user says what commands may do, and holds names of variables, never values', async () => {
    const { shell, diagnostics } = await configOf(
      { 'home/.config/skillway/skillway.yaml': `shell: ${WHOLE}` },
      { env: { API_KEY: 'hunter2SECRET' } },
    )
    const limits = {
      timeMs: 60_000,
      outputBytes: 2048,
      memoryBytes: 1 << 30,
      processes: 128,
      scratchBytes: 1 << 20,
    }
    const keys = ['allow', 'network', 'env', ...Object.keys(limits)]
    expect(shell).toEqual({
      allow: true,
      network: true,
      env: ['API_KEY', 'LANGUAGE'],
      limits,
      from: Object.fromEntries(keys.map((key) => [key, USER])),
    })
    expect(diagnostics).toEqual([])
  })

  it('of a file that somebody names counts like the user’s, also where it lies in the project', async () => {
    const where = place({ 'home/project/skillway.yaml': `shell: ${WHOLE}` })
    const { shell, diagnostics } = await loadConfig({ ...where, useDefaults: false, file: PROJECT })
    expect(shell).toMatchObject({ allow: true, network: true, from: { allow: PROJECT } })
    expect(diagnostics).toEqual([])
  })
})

describe('a bad shell section is refused with its place', () => {
  it.each(
    titled([
      {
        title: 'an unknown key',
        text: '  allowed: true',
        error: "2:3: unknown key 'allowed' in shell; did you mean 'allow'?",
      },
      {
        title: 'the long name of a key',
        text: '  environment: [A]',
        error: "2:3: unknown key 'environment' in shell; did you mean 'env'?",
      },
      {
        title: 'an unknown limit',
        text: '  limits: { timeoutMs: 1 }',
        error:
          "2:13: unknown key 'timeoutMs' in shell.limits; allowed here: timeMs, outputBytes, memoryBytes, processes, scratchBytes",
      },
      {
        title: 'a text for a switch',
        text: '  allow: yes',
        error: "2:10: shell.allow must be true or false, not 'yes'",
      },
      {
        title: 'a number for a switch',
        text: '  network: 1',
        error: '2:12: shell.network must be true or false, not 1',
      },
      {
        title: 'a switch alone',
        text: '  true',
        error: '2:3: shell must be a mapping, not true or false',
      },
      {
        title: 'a time that is too long',
        text: '  limits: { timeMs: 300001 }',
        error: '2:21: shell.limits.timeMs must be a whole number from 1 to 300000, not 300001',
      },
      {
        title: 'a time with a unit',
        text: '  limits: { timeMs: 30s }',
        error: "2:21: shell.limits.timeMs must be a whole number from 1 to 300000, not '30s'",
      },
      {
        title: 'too little memory',
        text: '  limits: { memoryBytes: 512 }',
        error: '2:26: shell.limits.memoryBytes must be a whole number from 33554432 to 68719476736, not 512',
      },
      {
        title: 'half a process',
        text: '  limits: { processes: 8.5 }',
        error: '2:24: shell.limits.processes must be a whole number from 8 to 4096, not 8.5',
      },
      {
        title: 'a limit of nothing',
        text: '  limits: { scratchBytes: -1, outputBytes: 0 }',
        error:
          '2:27: shell.limits.scratchBytes must be a whole number from 1048576 to 4294967296, not -1\n' +
          'skillway.yaml:2:44: shell.limits.outputBytes must be a whole number from 1024 to 16777216, not 0',
      },
      {
        title: 'variables as a mapping',
        text: '  env: { A: b }',
        error: '2:8: shell.env must be a list of names of variables, not a mapping',
      },
      {
        title: 'a variable with its value',
        text: '  env: [A, "API_KEY=secret"]',
        error:
          '2:12: shell.env[1] is not the name of a variable; write the name alone, its value stays in the environment',
      },
      ...['PATH', 'LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV', 'HOME'].map((name) => ({
        title: `the variable ${name} (G12)`,
        text: `  env: [A, ${name}]`,
        error: `2:12: shell.env[1]: no command is given '${name}', because it could change what the command runs`,
      })),
    ]),
  )('with %s', async (_title, { text, error }) => {
    await expect(projectConfig(`shell:\n${text}`)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `skillway.yaml:${error}`,
    })
  })
})
