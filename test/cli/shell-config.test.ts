import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describeInSandbox, newMark, survivors } from '../sandbox/sandbox-fixture.ts'
import { CLI, type Connection, connectStdio } from '../serve/connect.ts'
import { run } from './run.ts'

const EXAMPLES = resolve(import.meta.dirname, '../../examples/skills')
const SERVE = ['serve', '--no-defaults', '--skills', EXAMPLES]
const RUN = ['run', 'csv-report', '--no-defaults', '--skills', EXAMPLES]
const SECRET = 'hunter2SECRET'
const USER = '~/.config/skillway/skillway.yaml'

/** A machine of its own, whose user and project say this below `shell`. */
function machine({ user, project }: { user?: unknown; project?: unknown }) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'skillway-shell-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  // Commands of root run as another user, who must be able to reach temporary folders in it.
  chmodSync(home, 0o755)
  const put = (path: string, shell: unknown) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    if (shell !== undefined) writeFileSync(join(home, path), JSON.stringify({ shell }))
  }
  put('.config/skillway/skillway.yaml', user)
  put('project/skillway.yaml', project)
  mkdirSync(join(home, 'project/.git'))
  const cwd = join(home, 'project')
  const env = {
    PATH: process.env['PATH']!,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    API_KEY: SECRET,
    OTHER_KEY: SECRET,
  }
  return {
    home,
    cwd,
    connect: (...args: string[]) => connectStdio([...SERVE, ...args], { cwd, env, era: '2025-11-25' }),
    skillway: (args: string[], more: Record<string, string> = {}) => run(args, cwd, { ...env, ...more }),
  }
}

async function shellTool({ client }: Connection) {
  return (await client.listTools()).tools.find(({ name }) => name === 'run_shell_command')
}

async function command({ client }: Connection, text: string) {
  const params = { name: 'run_shell_command', arguments: { skill_name: 'csv-report', command: text } }
  const { structuredContent, content } = await client.callTool(params)
  const { stdout, ...data } = structuredContent as Record<string, unknown> & {
    stdout: { text: string; bytes: number; truncated: boolean }
  }
  return { ...data, stdout, text: (content[0] as { text: string }).text }
}

let port: number
const host = createServer((socket) => socket.end('from the host'))
const TALK = () => `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`
const NAMES = 'env | cut -d= -f1 | sort | tr "\\n" " "'
const USUAL_NAMES = 'HOME LANG PATH PWD SHLVL SKILL_DIR TMPDIR _ '

beforeAll(async () => {
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  port = (host.address() as AddressInfo).port
})
afterAll(() => host.close())

describeInSandbox('commands as the config says', () => {
  it('have the network, the variables and the limits that the user gives them, and the model is told', async () => {
    const { connect } = machine({
      user: {
        allow: true,
        network: true,
        env: ['API_KEY', 'NOT_SET'],
        limits: { timeMs: 700, outputBytes: 2048 },
      },
    })
    await using connection = await connect()
    const tool = await shellTool(connection)
    expect(tool?.description).toMatch(/The network can be reached\. It is ended after 0\.7 s\.$/)
    expect(tool?.annotations?.openWorldHint).toBe(true)
    expect((await command(connection, TALK())).stdout.text).toBe('from the host')
    expect((await command(connection, NAMES)).stdout.text).toBe(`API_KEY ${USUAL_NAMES}`)
    expect((await command(connection, '[ "$API_KEY" = hunter2SECRET ] && echo same')).stdout.text).toBe(
      'same\n',
    )
    const late = await command(connection, 'echo begun; sleep 30')
    expect(late).toMatchObject({ timedOut: true, exitCode: null, signal: 'SIGKILL' })
    expect(late.text).toMatch(
      /^Timed out after 7\d\d ms; everything that it started was ended by SIGKILL\.\n/,
    )
    const loud = await command(connection, 'yes | head -c 5000')
    expect(loud.stdout).toMatchObject({ bytes: 5000, truncated: true })
    expect(connection.stderr()).toContain("names the variable 'NOT_SET', which is not set")
    expect(connection.stderr()).toMatch(/"sandboxed":true,"network":true,/)
    expect(connection.stderr()).not.toMatch(/hunter2SECRET|API_KEY/)
  })

  it('are what a project asks for only where that is less', async () => {
    const { connect } = machine({
      user: { allow: true, env: ['API_KEY'] },
      project: {
        network: true,
        env: ['OTHER_KEY'],
        limits: { timeMs: 300_000, outputBytes: 1024 },
      },
    })
    await using connection = await connect()
    const tool = await shellTool(connection)
    expect(tool?.description).toMatch(/There is no network\.$/)
    expect(tool?.annotations?.openWorldHint).toBe(false)
    expect(await command(connection, TALK())).toMatchObject({ exitCode: 1, stdout: { text: '' } })
    expect((await command(connection, NAMES)).stdout.text).toBe(USUAL_NAMES)
    expect((await command(connection, 'yes | head -c 5000')).stdout).toMatchObject({ truncated: true })
    for (const key of ['network', 'env', 'limits.timeMs'])
      expect(connection.stderr()).toContain(`shell.${key} is not followed: a project's file cannot`)
  })

  it.each([
    ['by the user', { user: { allow: true } }, [], true],
    ['by a flag, whatever the user says', { user: { allow: false } }, ['--allow-shell'], true],
    ['by a flag, whatever the project says', { project: { allow: false } }, ['--allow-shell'], true],
    ['by a file that is named', { project: { allow: true } }, ['--config', 'skillway.yaml'], true],
    ['never by a project', { project: { allow: true } }, [], false],
    ['never against a project', { user: { allow: true }, project: { allow: false } }, [], false],
  ])('are switched on %s', async (_who, files, args, isOn) => {
    await using connection = await machine(files).connect(...args)
    expect((await shellTool(connection)) !== undefined).toBe(isOn)
  })

  it('hold for skillway run, which needs no allow', async () => {
    const { skillway } = machine({ user: { network: true, env: ['API_KEY'], limits: { timeMs: 700 } } })
    const { stdout, code } = await skillway([...RUN, '--', `${TALK()}; echo; ${NAMES}`])
    expect({ stdout, code }).toEqual({ stdout: `from the host\nAPI_KEY ${USUAL_NAMES}`, code: 0 })
    const late = await skillway([...RUN, '--', 'sleep 30'])
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('Timed out after 7') })
  })

  it('are not opened to skillway run by a project, and it says so', async () => {
    const { skillway } = machine({ project: { allow: true, network: true, env: ['API_KEY'] } })
    const { stdout, stderr } = await skillway([...RUN, '--', `${TALK()} 2>&1 | head -c 0; ${NAMES}`])
    expect(stdout).toBe(USUAL_NAMES)
    expect(stderr.match(/CONFIG_NOT_FOLLOWED skillway\.yaml:1: shell\.\w+/g)).toEqual([
      'CONFIG_NOT_FOLLOWED skillway.yaml:1: shell.network',
      'CONFIG_NOT_FOLLOWED skillway.yaml:1: shell.env',
    ])
  })

  it('are shown by doctor, each with who said it', async () => {
    const { skillway } = machine({
      user: { allow: true, network: true, env: ['API_KEY', 'NOT_SET'], limits: { timeMs: 60_000 } },
      project: { network: false, limits: { processes: 32 } },
    })
    const { stdout } = await skillway(['doctor', '--skills', EXAMPLES])
    const lines = stdout.split('\n').filter((line) => line.includes('Commands'))
    expect(lines.map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
      `ok Commands on (${USER})`,
      'ok Commands network closed (skillway.yaml)',
      `ok Commands variables API_KEY, NOT_SET (${USER})`,
      'ok Commands variable NOT_SET is not set',
      `ok Commands timeMs 60000 (${USER})`,
      'ok Commands processes 32 (skillway.yaml)',
    ])
    expect(stdout).not.toContain(SECRET)
  })

  it('are not offered where what they write could be found as a skill', async () => {
    const { cwd, skillway } = machine({ user: { allow: true } })
    mkdirSync(join(cwd, 'skills/tmp'), { recursive: true })
    const env = { TMPDIR: join(cwd, 'skills/tmp') }
    const args = ['--no-defaults', '--skills', './skills']
    const ran = await skillway(['run', 'csv-report', ...args, '--', 'true'], env)
    expect(ran).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("lies in the skills folder './skills'"),
    })
    const doctor = await skillway(['doctor', ...args], env)
    expect(doctor.stdout).toMatch(/no +Commands +on \(.*but not offered: the temporary folder/)
  })

  it('leave nothing behind where skillway run is interrupted', async () => {
    const { cwd, home } = machine({})
    const temporary = join(home, 'tmp')
    mkdirSync(temporary)
    const mark = newMark()
    const child = spawn(process.execPath, [CLI, ...RUN, '--', `sleep ${mark}`], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary },
      stdio: 'ignore',
    })
    const closed = once(child, 'close')
    // The command line of `skillway run` has the mark too.
    await expect.poll(() => survivors(mark), { timeout: 15_000 }).toBeGreaterThan(2)
    await delay(100)
    child.kill('SIGINT')
    expect(await closed).toEqual([1, null])
    expect(await survivors(mark)).toBe(0)
    expect(readdirSync(temporary)).toEqual([])
  })
})

describe('skillway serve --http', () => {
  it('says that commands are not to be had there, where the config switches them on', async () => {
    const { cwd, home } = machine({ user: { allow: true } })
    const child = spawn(process.execPath, [CLI, ...SERVE, '--http', '0'], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += chunk))
    await expect.poll(() => stderr, { timeout: 15_000 }).toMatch(/listening on/)
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(stderr).toContain(`CONFIG_KEY_IGNORED ${USER}: shell.allow is passed over`)
    expect(stderr).toContain('over stdio only, never over HTTP')
  })
})

describeInSandbox('files of skillway run', () => {
  it('are named where they cannot be put, on either side', async () => {
    const { cwd, skillway } = machine({})
    for (const folder of ['a', 'b']) {
      mkdirSync(join(cwd, folder))
      writeFileSync(join(cwd, folder, 'table.csv'), 'x\n')
    }
    const inputs = ['--input', 'a/table.csv', '--input', 'b/table.csv']
    expect(await skillway([...RUN, ...inputs, '--', 'true'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("skillway: There are two inputs of the name 'table.csv'\n"),
    })
    const into = ['--output', 'a/table.csv/out']
    expect(await skillway([...RUN, ...into, '--', 'echo x > left'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("skillway: 'a/table.csv/out/left' cannot be written: ENOTDIR\n"),
    })
  })
})
