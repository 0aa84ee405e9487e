import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasTerminal, typed } from '../cli/terminal.ts'
import { CLI, connectStdio, ERAS } from './connect.ts'

let root: string
let skills: string

const skillFile = (name: string, description = `Does ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody of ${name}.\n`

async function put(name: string, content = skillFile(name)): Promise<void> {
  await mkdir(join(skills, name), { recursive: true })
  await writeFile(join(skills, name, 'SKILL.md'), content)
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillway-stdio-'))
  skills = join(root, 'skills')
  await put('alpha')
  await put('beta')
  await put('broken', '---\nname: broken\ndescription: [\n---\n')
  await mkdir(join(skills, 'alpha/references'))
  await writeFile(join(skills, 'alpha/references/guide.md'), 'The guide.')
})

afterAll(() => rm(root, { recursive: true, force: true }))

const serveArgs = () => ['serve', '--no-defaults', '--skills', skills]

describe.each(Object.keys(ERAS) as (keyof typeof ERAS)[])('over stdio at %s', (era) => {
  it('offers the tools with annotations, schemas and the catalog', async () => {
    await using connection = await connectStdio(serveArgs(), { era, cwd: root })
    const { client } = connection
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'list_skills',
      'load_skill',
      'load_skill_metadata',
      'read_reference_file',
      'search_skills',
    ])
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({
        readOnlyHint: true,
        destructiveHint: false,
        openWorldHint: false,
      })
    }
    const load = tools.find(({ name }) => name === 'load_skill')!
    expect(load.inputSchema).toMatchObject({
      required: ['skill_name'],
      properties: { arguments: { type: 'string' } },
    })
    expect(load.description).toContain('<skill name="alpha" uri="skill://alpha">Does alpha.</skill>')
    expect(client.getInstructions()).toContain('<skill name="beta"')
  })

  it('loads, reads, lists and refuses', async () => {
    await using connection = await connectStdio(serveArgs(), { era, cwd: root })
    const call = async (name: string, input: Record<string, unknown>) =>
      connection.client.callTool({ name, arguments: input })
    const loaded = await call('load_skill', { skill_name: 'alpha' })
    expect(loaded.content).toMatchObject([
      { text: 'Body of alpha.\n' },
      { text: expect.stringContaining('skill://alpha') },
    ])
    expect(loaded.structuredContent).toMatchObject({
      uri: 'skill://alpha',
      source: { label: 'local', kind: 'directory' },
    })
    const guide = await call('read_reference_file', { skill_name: 'alpha', file_name: 'references/guide.md' })
    expect(guide.content).toEqual([{ type: 'text', text: 'The guide.' }])
    const listed = await call('list_skills', {})
    expect(listed.structuredContent).toMatchObject({ remaining: 0 })
    const found = await call('search_skills', { query: 'beta' })
    expect(found.structuredContent).toMatchObject({ skills: [{ name: 'beta' }] })
    const refused = await call('load_skill', { skill_name: 'skill://alpha/../../etc/passwd' })
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Security error: Path traversal detected in URI/) }],
    })
    const unknown = await call('load_skill', { skill_name: 'gamma' })
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('list_skills') }],
    })
    const wrong = await call('load_skill', { skill: 'alpha' })
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('skill_name') }] })
  })

  it('names on stderr what it does not serve, and where', async () => {
    await using connection = await connectStdio(serveArgs(), { era, cwd: root })
    await expect
      .poll(() => connection.stderr(), { timeout: 10_000 })
      .toMatch(/YAML_INVALID broken\/SKILL\.md:\d/)
    expect(connection.stderr()).not.toContain(root)
  })

  it('shows a new skill and an edit without a restart, and says that the list changed', async () => {
    await using connection = await connectStdio(serveArgs(), { era, cwd: root })
    const { client } = connection
    let announced = 0
    client.setNotificationHandler('notifications/tools/list_changed', () => void announced++)
    if (era === '2026-07-28') await client.listen({ toolsListChanged: true })
    await client.listTools()
    await put(`new-${era.slice(0, 4)}`)
    await writeFile(join(skills, 'beta/SKILL.md.tmp'), skillFile('beta', `Edited ${era}.`))
    await rename(join(skills, 'beta/SKILL.md.tmp'), join(skills, 'beta/SKILL.md'))
    const listed = async () => JSON.stringify(await client.callTool({ name: 'list_skills', arguments: {} }))
    await expect.poll(listed, { timeout: 10_000 }).toContain(`Edited ${era}.`)
    await expect.poll(listed, { timeout: 10_000 }).toContain(`new-${era.slice(0, 4)}`)
    await expect.poll(() => announced, { timeout: 10_000 }).toBeGreaterThan(0)
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'load_skill')?.description).toContain(`Edited ${era}.`)
  })
})

describe('the process', () => {
  const start = () =>
    spawn(process.execPath, [CLI, ...serveArgs()], { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] })
  const initialize = `${JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  })}\n`

  async function outputUntilExit(child: ChildProcess): Promise<{ stdout: string; code: number | null }> {
    let stdout = ''
    child.stdout!.on('data', (chunk) => (stdout += chunk))
    const [code] = await once(child, 'close')
    return { stdout, code }
  }

  it.each([
    ['at once', () => {}],
    ['after an answer', (child: ChildProcess) => child.stdin!.write(initialize)],
    ['in the middle of a message', (child: ChildProcess) => child.stdin!.write(initialize.slice(0, 40))],
    [
      'after bytes that are no UTF-8',
      (child: ChildProcess) => child.stdin!.write(Buffer.from([0xff, 0xfe, 10])),
    ],
    ['after what is no JSON', (child: ChildProcess) => child.stdin!.write('hello\u001b[2J\n')],
  ])('ends by itself when the client goes %s (H18)', async (_when, write) => {
    const child = start()
    const done = outputUntilExit(child)
    write(child)
    await sleep(300)
    child.stdin!.end()
    const { stdout, code } = await done
    expect(code).toBe(0)
    for (const line of stdout.split('\n').filter(Boolean))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  it.each([
    '{"id":3}',
    '[1]',
    '7',
    'null',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{}}',
  ])('says on stderr that %s is no message, and goes on', async (line) => {
    const child = start()
    const [done, said] = [outputUntilExit(child), text(child.stderr!)]
    child.stdin!.end(`${line}\n${initialize}`)
    expect((await done).stdout).toContain('"protocolVersion"')
    expect(await said).toContain("skillway: 'A message on stdin is not JSON-RPC 2.0 and was passed over'\n")
  })

  it.runIf(hasTerminal)('tells who started it at a terminal what it waits for', async () => {
    const { output, code } = await typed(serveArgs(), root, { answer: '\u0004', cue: /on a port\.\s*$/ })
    expect(output).toMatch(/^skillway: waiting for an MCP client on stdin\./)
    expect(code).toBe(0)
  })

  it('ends on a line of more than ten megabytes instead of holding it (H18)', async () => {
    const child = start()
    const done = outputUntilExit(child)
    child.stdin!.on('error', () => {})
    child.stdin!.write('x'.repeat(11 * 1024 * 1024))
    const { stdout, code } = await done
    expect(code).toBe(0)
    expect(stdout).toBe('')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s', async (signal) => {
    const child = start()
    const done = outputUntilExit(child)
    child.stdin!.write(initialize)
    await once(child.stdout!, 'data')
    child.kill(signal)
    expect((await done).code).toBe(0)
  })

  it('keeps stdout for the protocol while warnings flow (H17, B167)', async () => {
    const child = start()
    const done = outputUntilExit(child)
    child.stdin!.write(initialize)
    await once(child.stdout!, 'data')
    for (let round = 0; round < 5; round++) {
      await put('noisy', `---\nname: noisy\n${round % 2 === 0 ? 'description: [' : 'description: ok'}\n---\n`)
      child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: round + 2, method: 'tools/list' })}\n`)
      await once(child.stdout!, 'data')
      await sleep(100)
    }
    child.stdin!.end()
    const lines = (await done).stdout.split('\n').filter(Boolean)
    expect(lines.length).toBeGreaterThanOrEqual(6)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    await rm(join(skills, 'noisy'), { recursive: true })
  })
})
