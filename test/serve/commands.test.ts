import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { detectSandbox } from '../../src/sandbox/detect-sandbox.ts'
import { type HttpServer, serveOnHttp } from '../../src/serve/http/listen.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import { run } from '../cli/run.ts'
import { newMark, survivors } from '../sandbox/sandbox-fixture.ts'
import { type Connection, connectStdio, ERAS } from './connect.ts'

const EXAMPLES = resolve(import.meta.dirname, '../../examples/skills')
const LOCAL = ['serve', '--no-defaults', '--skills', EXAMPLES]
const sandbox = await detectSandbox()
const required = process.env['SKILLWAY_REQUIRE_SANDBOX'] === '1'
const why = sandbox.available ? '' : ` (skipped: ${sandbox.reason})`

let root: string
let upstream: HttpServer

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillway-commands-'))
  // Commands of root run as another user, who must be able to reach temporary folders in it.
  await chmod(root, 0o755)
  const source = directorySource({ label: 'local', roots: [{ path: EXAMPLES, shown: 'examples' }] })
  upstream = await serveOnHttp(createCatalog([source]), { port: 0 })
  await writeFile(
    join(root, 'skillway.yaml'),
    JSON.stringify({ mcpServers: { team: { url: upstream.url } } }),
  )
})

afterAll(async () => {
  await upstream.close()
  await rm(root, { recursive: true, force: true })
})

async function command(connection: Connection, skillName: string, text: string) {
  const result = await connection.client.callTool({
    name: 'run_shell_command',
    arguments: { skill_name: skillName, command: text },
  })
  return {
    isError: result.isError === true,
    text: (result.content[0] as { text: string }).text,
    data: result.structuredContent as Record<string, unknown> & {
      files: { path: string; size: number; uri: string }[]
    },
  }
}

const names = async ({ client }: Connection) => (await client.listTools()).tools.map(({ name }) => name)

describe('by default', () => {
  it('there is no run_shell_command, and calling it is an unknown tool (G1, B205)', async () => {
    await using connection = await connectStdio(LOCAL, { cwd: root })
    expect(await names(connection)).not.toContain('run_shell_command')
    await expect(command(connection, 'csv-report', 'id')).rejects.toThrow(/Unknown tool/)
  })

  it('the tool is absent where bubblewrap does not work, and stderr says why (G2)', async () => {
    // Where it works, this takes from the server what it needs, as a locked-down container does.
    const nested = ['bwrap', '--dev-bind', '/', '/', '--unshare-user', '--uid', '1000', '--disable-userns']
    const within = sandbox.available ? nested : []
    await using connection = await connectStdio([...LOCAL, '--allow-shell'], { cwd: root, within })
    expect(await names(connection)).not.toContain('run_shell_command')
    const reason = sandbox.available ? /namespace/ : /./
    await expect.poll(connection.stderr).toMatch(/run_shell_command is not offered: .*\n  \S/)
    expect(connection.stderr().split('not offered: ')[1]).toMatch(reason)
  })

  it('switching the sandbox off does not switch commands on', async () => {
    const { code, stderr } = await run(['serve', '--unsafe-no-sandbox'], root)
    expect(code).toBe(2)
    expect(stderr).toContain('--allow-shell')
  })
})

describe.runIf(process.platform !== 'win32')('where the operator gives the sandbox up by name', () => {
  it('commands run without one, and operator, model and record are told', async () => {
    const env = { PATH: join(root, 'no-programs'), HOME: root }
    const args = [...LOCAL, '--allow-shell', '--unsafe-no-sandbox']
    await using connection = await connectStdio(args, { cwd: root, env })
    const { tools } = await connection.client.listTools()
    await expect.poll(connection.stderr).toContain('WITHOUT A SANDBOX')
    const tool = tools.find(({ name }) => name === 'run_shell_command')
    expect(tool?.description).toMatch(/files are at \$SKILL_DIR\..*The network can be reached\.$/)
    const text = 'head -n 2 "$SKILL_DIR/SKILL.md"; echo "$SECRET" > left.txt'
    const { data } = await command(connection, 'csv-report', text)
    expect(data).toMatchObject({ exitCode: 0, stdout: { text: '---\nname: csv-report\n' } })
    expect(data.files).toMatchObject([{ path: 'left.txt', size: 1 }])
    await expect.poll(connection.stderr).toContain('"sandboxed":false,"network":true')
  })
})

describe.skipIf(!sandbox.available && !required)(`run_shell_command${why}`, () => {
  it.each(Object.keys(ERAS) as (keyof typeof ERAS)[])(
    'turns an input into a report that can be fetched, at %s',
    async (era) => {
      await using connection = await connectStdio([...LOCAL, '--allow-shell'], { era, cwd: root })
      const wrote = await command(
        connection,
        'csv-report',
        "printf 'name,amount\\na,1\\nb,2.5\\n' > sales.csv",
      )
      expect(wrote).toMatchObject({
        isError: false,
        data: { exitCode: 0, files: [{ path: 'sales.csv', size: 22 }] },
      })
      const made = await command(
        connection,
        'csv-report',
        'python3 /skill/scripts/csv_report.py sales.csv > report.md',
      )
      expect(made.data.files.map(({ path }) => path)).toEqual(['report.md', 'sales.csv'])
      const { uri } = made.data.files[0]!
      expect(made.text).toContain(uri)
      const { contents } = await connection.client.readResource({ uri })
      expect((contents[0] as { text: string }).text).toContain('| amount | number | 2 | 2 | 1 | 2.5 | 1.75 |')
      const resources = await connection.client.listResources()
      expect(JSON.stringify(resources)).not.toContain('skillway-work')
      expect(connection.stderr()).toMatch(/"skillUri":"skill:\/\/csv-report".*"exitCode":0/)
      expect(connection.stderr()).not.toContain('printf')
    },
  )

  const eras = Object.keys(ERAS) as (keyof typeof ERAS)[]

  it('tells how long a command has been running, and ends it with all that it started when the call is cancelled', async () => {
    await Promise.all(eras.map(cancelled))
  })

  async function cancelled(era: keyof typeof ERAS) {
    await using connection = await connectStdio([...LOCAL, '--allow-shell'], { era, cwd: root })
    const mark = newMark()
    const cancel = new AbortController()
    const heard: (number | undefined)[] = []
    const text = `setsid sleep ${mark} & sleep ${mark}`
    const params = { name: 'run_shell_command', arguments: { skill_name: 'csv-report', command: text } }
    const onprogress = ({ progress }: { progress?: number }) => heard.push(progress)
    const options = { signal: cancel.signal, onprogress }
    const ended = connection.client.callTool(params, options).then(() => 'answered', String)
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(heard[0]).toBeGreaterThanOrEqual(3000)
    expect(await survivors(mark)).toBeGreaterThan(1)
    cancel.abort()
    expect(await ended).toMatch(/abort/i)
    await expect.poll(() => survivors(mark), { timeout: 1000 }).toBe(0)
    await expect.poll(() => connection.stderr()).toMatch(/"ended":"error".*"error":"ABORTED"/)
    const { data } = await command(connection, 'csv-report', 'echo on')
    expect(data['stdout']).toMatchObject({ text: 'on\n' })
  }

  it('ends what runs and deletes what was made when the client goes', async () => {
    await Promise.all(eras.map(left))
  })

  async function left(era: keyof typeof ERAS) {
    const temporary = await mkdtemp(join(root, 'tmp-'))
    await chmod(temporary, 0o755)
    const env = { PATH: process.env['PATH']!, HOME: root, TMPDIR: temporary }
    const connection = await connectStdio([...LOCAL, '--allow-shell'], { era, cwd: root, env })
    const mark = newMark()
    await command(connection, 'csv-report', 'echo kept > file.txt')
    const ended = command(connection, 'csv-report', `sleep ${mark}`).then(() => 'answered', String)
    await expect.poll(() => survivors(mark), { timeout: 5000 }).toBeGreaterThan(1)
    await connection.client.close()
    expect(await ended).toMatch(/closed/i)
    await expect.poll(() => survivors(mark), { timeout: 10_000 }).toBe(0)
    await expect.poll(() => readdir(temporary), { timeout: 10_000 }).toEqual([])
  }

  let shared: Connection
  beforeAll(async () => {
    shared = await connectStdio([...LOCAL, '--allow-shell'], { cwd: root, era: '2025-11-25' })
  })
  afterAll(() => shared.client.close())

  it('shows stdout, stderr, exit code, signal and truncation as text and as data', async () => {
    const failed = await command(shared, 'csv-report', 'echo out; echo err >&2; exit 3')
    expect(failed).toMatchObject({
      isError: true,
      text: 'Exit code 3.\nstdout:\nout\nstderr:\nerr',
      data: { exitCode: 3, stdout: { text: 'out\n' }, stderr: { text: 'err\n' }, timedOut: false },
    })
    const loud = await command(shared, 'csv-report', 'head -c 400000 /dev/zero | tr "\\0" x')
    expect(loud.text).toMatch(/^Exit code 0\.\nstdout \(400000 bytes, cut\):/)
    expect(loud.data['stdout']).toMatchObject({ bytes: 400000, truncated: true })
    const killed = await command(shared, 'csv-report', 'kill -SEGV $$')
    expect(killed).toMatchObject({ isError: true, data: { exitCode: 139, timedOut: false, limitHit: null } })
    expect(killed.text).toMatch(/^Exit code 139, as after SIGSEGV\.\n/)
    const coloured = await command(shared, 'csv-report', "printf '\\033[31mred'")
    expect(coloured.text).toContain(String.raw`\u{1b}[31mred`)
  })

  it('gives the working folder to one conversation alone', async () => {
    await using other = await connectStdio([...LOCAL, '--allow-shell'], { cwd: root, era: '2025-11-25' })
    const { data } = await command(shared, 'csv-report', 'echo mine > file.txt')
    await expect(other.client.readResource({ uri: data.files[0]!.uri })).rejects.toMatchObject({
      code: -32602,
    })
    expect((await command(other, 'csv-report', 'ls -A')).data['stdout']).toMatchObject({ text: '' })
  })

  it.each([
    ['skill://no-such/x', 'id', /^Skill not found/],
    ['csv-report/../../x', 'id', /^Security error/],
    ['sql-safety', 'id', /allowed-tools/],
  ])('refuses %s', async (skillName, text, expected) => {
    const refused = await command(shared, skillName, text)
    expect(refused.isError).toBe(true)
    expect(refused.text).toMatch(expected)
  })

  it("runs nothing of a server's skill before a person approved exactly that (G3)", async () => {
    const env = {
      PATH: process.env['PATH']!,
      HOME: root,
      SKILLWAY_STATE_DIR: join(root, 'state'),
      SKILLWAY_CACHE_DIR: join(root, 'cache'),
    }
    const args = ['serve', '--no-defaults', '--config', join(root, 'skillway.yaml'), '--allow-shell']
    await using connection = await connectStdio(args, { cwd: root, env })
    const before = await command(connection, 'skill://team/csv-report', 'id')
    expect(before.isError).toBe(true)
    expect(before.text).toContain("skillway approve 'skill://team/csv-report' --grant execute")
    const approve = (...more: string[]) =>
      run(
        ['approve', 'skill://team/csv-report', '--grant', 'execute', '--json', '--no-defaults', ...more],
        root,
        env,
      )
    const { fingerprint } = JSON.parse((await approve()).stdout)
    expect((await approve('--fingerprint', fingerprint)).code).toBe(0)
    const after = await command(connection, 'skill://team/csv-report', 'ls /skill')
    expect(after.data['stdout']).toMatchObject({ text: 'SKILL.md\nreferences\nscripts\n' })
    await run(['revoke', 'skill://team/csv-report', '--no-defaults'], root, env)
    expect((await command(connection, 'skill://team/csv-report', 'id')).isError).toBe(true)
  })

  it('skillway run does the same on the command line', async () => {
    await writeFile(join(root, 'in.csv'), 'name,amount\na,1\n')
    const words = [
      '--input',
      'in.csv',
      '--output',
      'out',
      '--',
      'python3 /skill/scripts/csv_report.py in.csv > report.md',
    ]
    const done = await run(['run', 'csv-report', '--no-defaults', '--skills', EXAMPLES, ...words], root)
    expect(done).toMatchObject({ code: 0, stdout: '' })
    expect(await readFile(join(root, 'out/report.md'), 'utf8')).toContain('| amount | number |')
    const failed = await run(
      ['run', 'csv-report', '--no-defaults', '--skills', EXAMPLES, '--', 'false'],
      root,
    )
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Exit code 1.') })
  })
})
