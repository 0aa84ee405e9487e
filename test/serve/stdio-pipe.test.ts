import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CLI } from './connect.ts'
import { folderOf } from '../sources/folder-of.ts'
import { skillFile } from '../sources/skill-file.ts'

const OPENING = {
  '2025-11-25': [
    {
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'pipe', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
  ],
  '2026-07-28': [],
}
const CLAIM = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'pipe', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}
type Era = keyof typeof OPENING
const ERAS = Object.keys(OPENING) as Era[]

interface Message {
  id?: number
  method: string
  params?: object
}

/** Writes all messages into a server and closes its input at once, as a pipe of the shell does. */
async function piped(era: Era, messages: Message[]) {
  const root = folderOf({ 'alpha/SKILL.md': skillFile('alpha', 'Does one thing.') })
  const server = spawn(process.execPath, [CLI, 'serve', '--no-defaults', '--skills', root], { cwd: root })
  const started = performance.now()
  const said = text(server.stdout)
  for (const { params = {}, ...message } of [...OPENING[era], ...messages] as Message[]) {
    const claimed = era === '2026-07-28' ? { ...params, ...CLAIM } : params
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message, params: claimed })}\n`)
  }
  server.stdin.end()
  const [code] = await once(server, 'close')
  const lines = (await said).split('\n').filter((line) => line !== '')
  const answers = lines.map((line) => JSON.parse(line) as { id?: number; result?: object; error?: object })
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return { code, byId, ms: performance.now() - started }
}

describe.each(ERAS)('a client that closes its end right after asking, at %s', (era) => {
  it('gets every answer, and then the server ends', async () => {
    const { code, byId } = await piped(era, [
      { id: 1, method: 'tools/list' },
      { id: 2, method: 'tools/call', params: { name: 'load_skill', arguments: { skill_name: 'alpha' } } },
      { id: 3, method: 'skills/list' },
      { id: 4, method: 'resources/read', params: { uri: 'skill://alpha/SKILL.md' } },
      { id: 5, method: 'no/such/method' },
    ])
    expect(code).toBe(0)
    for (const id of [1, 2, 3, 4]) expect(byId.get(id)?.result, `answer ${id}`).toBeDefined()
    expect(byId.get(5)?.error).toBeDefined()
    expect(JSON.stringify(byId.get(2))).toContain('Do it.')
  })

  it.each([
    ['nothing', []],
    ['a notification only', [{ method: 'notifications/cancelled', params: { requestId: 9 } }]],
    [
      'something and cancels it',
      [
        { id: 1, method: 'skills/list' },
        { method: 'notifications/cancelled', params: { requestId: 1 } },
      ],
    ],
  ])('is not waited for if it asks %s', async (_title, messages) => {
    const { code, ms } = await piped(era, messages)
    expect(code).toBe(0)
    expect(ms).toBeLessThan(6500)
  })
})

it('a client that reads slowly gets many large answers one after the other', async () => {
  const root = folderOf({
    'alpha/SKILL.md': skillFile('alpha', 'Does one thing.'),
    'alpha/large.txt': 'word '.repeat(200_000),
  })
  const server = spawn(process.execPath, [CLI, 'serve', '--no-defaults', '--skills', root], { cwd: root })
  const complaints = text(server.stderr)
  for (let id = 1; id <= 16; id++) {
    const params = { uri: 'skill://alpha/large.txt', ...CLAIM }
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/read', params })}\n`)
  }
  server.stdin.end()
  await wait(1000)
  const lines = (await text(server.stdout)).trim().split('\n')
  const ids = lines.map((line) => (JSON.parse(line) as { id: number; result: object }).id)
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  expect(await complaints).toBe('')
})

it('a subscription does not keep the server of a client that has gone', async () => {
  const { code, ms, byId } = await piped('2026-07-28', [
    { id: 1, method: 'skills/list' },
    { id: 2, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } },
  ])
  expect(code).toBe(0)
  expect(byId.get(1)?.result).toBeDefined()
  expect(ms).toBeLessThan(6500)
})

/** Two ends of one socket; nothing is read from the one that the server gets. */
async function socketPair(): Promise<{ client: Socket; server: Socket }> {
  const listener = createServer({ pauseOnConnect: true })
  const path = join(tmpdir(), `skillway-${process.pid}-${Date.now()}.sock`)
  listener.listen(path)
  await once(listener, 'listening')
  const client = connect(path)
  const [server] = (await once(listener, 'connection')) as [Socket]
  listener.close()
  return { client, server }
}

/** More than the test's end of the socket reads ahead, and less than the system holds for it. */
const UNREAD = 120_000

it.runIf(process.platform !== 'win32').each([
  ['before it asks', []],
  ['with all answers read', [{ id: 1, method: 'tools/list' }]],
  [
    'without reading an answer',
    [{ id: 1, method: 'resources/read', params: { uri: 'skill://alpha/long.txt' } }],
  ],
] as [string, Message[]][])(
  'a client on one socket for both directions that goes %s ends the server in order',
  async (_title, messages) => {
    const root = folderOf({
      'alpha/SKILL.md': skillFile('alpha', 'Does one thing.'),
      'alpha/long.txt': 'x'.repeat(UNREAD),
    })
    const { client, server: end } = await socketPair()
    const args = [CLI, 'serve', '--no-defaults', '--skills', root]
    const server = spawn(process.execPath, args, { cwd: root, stdio: [end, end, 'pipe'] })
    end.destroy()
    const said = text(server.stderr!)
    for (const { params = {}, ...message } of messages)
      client.write(`${JSON.stringify({ jsonrpc: '2.0', ...message, params: { ...params, ...CLAIM } })}\n`)
    while (messages.length > 0 && client.readableLength === 0) await wait(10)
    await wait(100)
    client.destroy()
    const [code] = await once(server, 'close')
    expect(await said).not.toContain('Unhandled')
    expect(code).toBe(0)
  },
)
