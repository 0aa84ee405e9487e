import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseHttpAddress } from '../../src/cli/http-address.ts'
import { CLI } from '../serve/connect.ts'
import { connectHttp, ERA_NAMES, openSocket, post, requestParts, send } from '../serve/http/requests.ts'
import { skillFile } from '../serve/http/start.ts'
import { run } from './run.ts'

const TOKEN = 'a-token-of-the-tests'
let root: string

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillway-cli-http-')))
  for (const name of ['alpha', 'broken']) mkdirSync(join(root, 'skills', name), { recursive: true })
  writeFileSync(join(root, 'skills/alpha/SKILL.md'), skillFile('alpha'))
  writeFileSync(join(root, 'skills/broken/SKILL.md'), '---\nname: broken\ndescription: [\n---\n')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Served {
  child: ChildProcess
  url: string
  stderr(): string
  /** Ends it and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const running: Served[] = []
afterEach(async () => {
  for (const served of running.splice(0)) if (served.child.exitCode === null) await served.stop()
})

const COMMON = ['serve', '--no-defaults', '--skills', 'skills']

/** `skillway serve --http` as a process, once it says where it listens. */
async function serve(args: string[], env: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [CLI, ...COMMON, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: root, XDG_CONFIG_HOME: `${root}/.config`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  await expect.poll(() => stderr, { timeout: 15_000 }).toMatch(/listening on http:\S+\n/)
  const served: Served = {
    child,
    url: /listening on (\S+)/.exec(stderr)![1]!,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      const closed = once(child, 'close')
      child.kill(signal)
      const [code] = await closed
      return code as number | null
    },
  }
  running.push(served)
  return served
}

const logLines = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('skillway serve --http', () => {
  it.each(ERA_NAMES)('serves the skills to the official client at %s', async (era) => {
    const { url } = await serve(['--http', '127.0.0.1:0'])
    await using connection = await connectHttp(url, { era })
    const { resources } = await connection.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['skill://alpha/SKILL.md'])
  })

  it('says where it listens, what it does not serve, and each request on a line of JSON', async () => {
    const { url, stderr, child } = await serve(['--http', '0'])
    let stdout = ''
    child.stdout!.on('data', (chunk) => (stdout += chunk))
    await post(url, 'tools/list')
    const hostile = 'x\u001b[2J\r\n{"id":"forged"}\u202e'
    await post(url, hostile, {}, { era: '2025-11-25' })
    await send(new URL('/none%0A%1b[2J', url).href, { method: 'GET' })
    await expect.poll(() => logLines(stderr()).length).toBe(3)
    const [first, second, third] = logLines(stderr())
    expect(first).toMatchObject({
      method: 'POST',
      path: '/mcp',
      rpc: 'tools/list',
      status: 200,
      complete: true,
    })
    expect(first!['id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toMatchObject({ rpc: hostile })
    expect(third).toMatchObject({ path: '/none%0A%1b[2J', status: 404 })
    expect(stderr()).not.toMatch(/[\u001b\u202e]/)
    expect(stderr()).toMatch(/YAML_INVALID broken\/SKILL\.md:\d/)
    expect(stderr()).not.toContain(root)
    expect(stdout).toBe('')
  })

  it('lets in who has SKILLWAY_TOKEN, and shows /healthz to everybody, as docs/clients.md says', async () => {
    const { url, stderr } = await serve(['--http', '0'], { SKILLWAY_TOKEN: TOKEN })
    expect((await post(url, 'tools/list')).status).toBe(401)
    expect((await post(url, 'tools/list', {}, { token: TOKEN })).status).toBe(200)
    expect((await send(new URL('/healthz', url).href, { method: 'GET' })).status).toBe(200)
    await expect
      .poll(() => logLines(stderr()).map(({ principal }) => principal))
      .toEqual([undefined, 'env', undefined])
    expect(stderr()).not.toContain(TOKEN)
  })

  it('takes the http section of the config, and the command line before it', async () => {
    const config = join(root, 'http.yaml')
    writeFileSync(
      config,
      `skills: { paths: [skills] }
http:
  host: 0.0.0.0
  port: 1
  tokens:
    - { name: all, token: "\${TEAM_TOKEN}" }
    - { name: nothing, token: another-token-of-tests, sources: [] }
  allowedHosts: [skills.example.com]
  wellKnown: true
`,
    )
    const { url } = await serve(['--config', config, '--http', 'localhost:0'], { TEAM_TOKEN: TOKEN })
    const index = await send(new URL('/.well-known/agent-skills/index.json', url).href, {
      method: 'GET',
      headers: { authorization: `Bearer ${TOKEN}`, host: 'skills.example.com' },
    })
    expect(JSON.parse(index.text)).toMatchObject({ skills: [{ name: 'alpha' }] })
    const none = await post(url, 'skills/list', {}, { token: 'another-token-of-tests' })
    expect(none.rpc.result).toMatchObject({ skills: [] })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends in order at %s: what runs is answered, what listens is told',
    async (signal) => {
      const served = await serve(['--http', '0'])
      const { headers, body } = requestParts(
        'subscriptions/listen',
        { notifications: { toolsListChanged: true } },
        {},
      )
      const stream = await fetch(served.url, { method: 'POST', headers, body })
      const idle = await openSocket(Number(new URL(served.url).port))
      const answers = Array.from({ length: 20 }, () => post(served.url, 'tools/list').catch(() => undefined))
      await answers[0]
      const begun = Date.now()
      expect(await served.stop(signal)).toBe(0)
      expect(Date.now() - begun).toBeLessThan(4500)
      expect(await stream.text()).toContain('"resultType":"complete"')
      expect(
        (await Promise.all(answers)).every((answer) => answer === undefined || answer.status === 200),
      ).toBe(true)
      idle.destroy()
    },
  )
})

describe('skillway serve --http does not start', () => {
  it.each([
    ['for everybody to reach, with nobody to log in', ['--http', '0.0.0.0:0'], {}, /nobody has to log in/],
    ['on an address that is none', ['--http', 'http://localhost:1'], {}, /is no address to listen on/],
    ['on a port that is none', ['--http', '99999'], {}, /is no address to listen on/],
    [
      'with a token that can be guessed',
      ['--http', '0'],
      { SKILLWAY_TOKEN: 'secret' },
      /SKILLWAY_TOKEN has fewer than 16/,
    ],
    [
      'with a token that no header can carry',
      ['--http', '0'],
      { SKILLWAY_TOKEN: 'a b c d e f g h i j' },
      /no bearer token can have/,
    ],
    ['with a shell', ['--http', '0', '--allow-shell'], {}, /--allow-shell is not to be had over HTTP/],
    [
      'on an address of another machine',
      ['--http', '192.0.2.1:0'],
      { SKILLWAY_TOKEN: TOKEN },
      /Cannot listen on 192\.0\.2\.1:0: this machine does not have that address/,
    ],
  ])('%s (F16)', async (_when, args, env, message) => {
    const { code, stderr, stdout } = await run([...COMMON, ...args], root, env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/secret|\n\s+at /)
  })
})

describe('the address behind --http', () => {
  it.each([
    ['8080', { port: 8080 }],
    ['0', { port: 0 }],
    ['localhost', { host: 'localhost' }],
    ['127.0.0.1:8080', { host: '127.0.0.1', port: 8080 }],
    ['skills.example.com:80', { host: 'skills.example.com', port: 80 }],
    ['0.0.0.0', { host: '0.0.0.0' }],
    ['::1', { host: '::1' }],
    ['::', { host: '::' }],
    ['::ffff:127.0.0.1', { host: '::ffff:127.0.0.1' }],
    ['[::1]', { host: '::1' }],
    ['[::1]:8080', { host: '::1', port: 8080 }],
  ])('%s is %j', (address, parsed) => {
    expect(parseHttpAddress(address)).toEqual(parsed)
  })

  it.each([
    '',
    ' ',
    ':',
    ':80',
    '65536',
    '127.0.0.1:65536',
    'host:',
    'host:x',
    'a b',
    'http://x',
    'host/path',
    '[::1',
    '*',
    'x\0',
    '-1',
  ])('%j is none', (address) => {
    expect(() => parseHttpAddress(address)).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })
})
