import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../../../src/sources/memory.ts'
import type { SkillSource } from '../../../src/sources/types.ts'
import { connectHttp, ERA_NAMES, openSocket, post, rawRequest, requestParts, send } from './requests.ts'
import { skillFile, start, type Started } from './start.ts'

/** A source whose reads take as long as the test says, and that tells what became of them. */
function slowSource(takesMs: number) {
  const seen = { begun: 0, cancelled: 0, done: 0 }
  const inner = memorySource('slow', { turtle: { 'SKILL.md': skillFile('turtle'), 'a.md': 'At last.' } })
  const source: SkillSource = {
    ...inner,
    async read(skillPath, filePath, options) {
      seen.begun++
      try {
        await sleep(takesMs, undefined, options?.signal === undefined ? {} : { signal: options.signal })
      } catch (error) {
        seen.cancelled++
        throw error
      }
      seen.done++
      return inner.read(skillPath, filePath, options)
    },
  }
  return { source, seen }
}

const READS = [
  ['resources/read', { uri: 'skill://turtle/a.md' }],
  ['tools/call', { name: 'load_skill', arguments: { skill_name: 'turtle' } }],
  ['tools/call', { name: 'read_reference_file', arguments: { skill_name: 'turtle', file_name: 'a.md' } }],
  ['prompts/get', { name: 'turtle' }],
] as const

describe('a client that goes in the middle of a call', () => {
  it.each(ERA_NAMES.flatMap((era) => READS.map(([method, params]) => [method, era, params] as const)))(
    'cancels the work of %s at %s (F21)',
    async (method, era, params) => {
      const { source, seen } = slowSource(60_000)
      await using server = await start({ sources: [source] })
      const gone = new AbortController()
      const call = post(server.url, method, params, { era, signal: gone.signal }).catch(() => 'gone')
      await expect.poll(() => seen.begun, { timeout: 10_000 }).toBe(1)
      gone.abort()
      expect(await call).toBe('gone')
      await expect.poll(() => seen.cancelled, { timeout: 10_000 }).toBe(1)
      await expect
        .poll(() => server.logs.at(-1), { timeout: 10_000 })
        .toMatchObject({ rpc: method, complete: false })
      expect(seen.done).toBe(0)
    },
  )

  it('while it is still sending leaves nothing behind (F21)', async () => {
    await using server = await start()
    const socket = await openSocket(server.port)
    const head = ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${server.port}`, 'Content-Type: application/json']
    socket.write(rawRequest([...head, 'Content-Length: 100'], '{"jsonrpc":'))
    await sleep(100)
    socket.destroy()
    await expect
      .poll(() => server.logs.at(-1), { timeout: 10_000 })
      .toMatchObject({ path: '/mcp', status: 499, complete: false })
    expect((await post(server.url, 'tools/list')).status).toBe(200)
  })
})

describe('closing the server', () => {
  it.each(ERA_NAMES)('lets a running request end, at %s', async (era) => {
    const { source } = slowSource(500)
    const server = await start({ sources: [source] })
    const running = post(server.url, 'resources/read', { uri: 'skill://turtle/a.md' }, { era })
    await sleep(150)
    const begun = Date.now()
    const closing = server.close()
    await expect(post(server.url, 'tools/list')).rejects.toThrow(/ECONNREFUSED/)
    const answer = await running
    expect(answer.rpc.result).toMatchObject({ contents: [{ text: 'At last.' }] })
    await closing
    expect(Date.now() - begun).toBeLessThan(3000)
  })

  it('cuts off what does not end in time', async () => {
    const { source, seen } = slowSource(60_000)
    const server = await start({ sources: [source], limits: { drainMs: 300 } })
    const running = post(server.url, 'resources/read', { uri: 'skill://turtle/a.md' }).catch(() => 'cut off')
    await expect.poll(() => seen.begun, { timeout: 10_000 }).toBe(1)
    const begun = Date.now()
    await server.close()
    expect(await running).toBe('cut off')
    expect(Date.now() - begun).toBeLessThan(3000)
    expect(seen.cancelled).toBe(1)
  })

  it('ends subscriptions with their result, and idle connections at once', async () => {
    const server = await start()
    const idle = await openSocket(server.port)
    const { headers, body } = requestParts(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      { id: 'sub' },
    )
    const response = await fetch(server.url, { method: 'POST', headers, body })
    const text = response.text()
    const begun = Date.now()
    await server.close()
    const events = (await text).split('\n').filter((line) => line.startsWith('data: '))
    expect(JSON.parse(events.at(-1)!.slice(6))).toMatchObject({
      id: 'sub',
      result: { resultType: 'complete' },
    })
    expect(Date.now() - begun).toBeLessThan(2000)
    idle.destroy()
  })

  it('can be asked for twice', async () => {
    const server = await start()
    await Promise.all([server.close(), server.close()])
    await expect(post(server.url, 'tools/list')).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('a change of the skills', () => {
  it('is told to whoever listens, and what it changed is there', async () => {
    await using server = await start()
    await using connection = await connectHttp(server.url)
    const { client } = connection
    const heard = new Set<string>()
    for (const kind of ['tools', 'prompts', 'resources'] as const)
      client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void heard.add(kind))
    await client.listen({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true })
    await sleep(500)
    heard.clear()
    server.put('gamma/SKILL.md', skillFile('gamma', 'New here.'))
    await expect.poll(() => [...heard].sort(), { timeout: 10_000 }).toEqual(['prompts', 'resources', 'tools'])
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'load_skill')?.description).toContain('New here.')
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('skill://gamma/SKILL.md')
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('gamma')
  })

  it.each(ERA_NAMES)('is in the next answer at %s, without listening', async (era) => {
    await using server = await start()
    const list = async () => (await post(server.url, 'skills/list', {}, { era })).text
    expect(await list()).not.toContain('Edited.')
    server.put('alpha/SKILL.md', skillFile('alpha', 'Edited.'))
    await expect.poll(list, { timeout: 10_000 }).toContain('Edited.')
  })

  it('that is one of a storm is told a few times, not each time (D28)', async () => {
    const listeners = new Set<() => void>()
    const stormy: SkillSource = {
      ...memorySource('stormy', { storm: { 'SKILL.md': skillFile('storm') } }),
      watch(onChange) {
        listeners.add(onChange)
        return () => listeners.delete(onChange)
      },
    }
    await using server = await start({ sources: [stormy] })
    await using connection = await connectHttp(server.url)
    let heard = 0
    connection.client.setNotificationHandler('notifications/resources/list_changed', () => void heard++)
    await connection.client.listen({ resourcesListChanged: true })
    await sleep(700)
    heard = 0
    const until = Date.now() + 2200
    let fired = 0
    while (Date.now() < until) {
      for (let burst = 0; burst < 100; burst++, fired++) for (const onChange of listeners) onChange()
      await sleep(10)
    }
    await sleep(300)
    expect(fired).toBeGreaterThan(3000)
    expect(heard).toBeGreaterThanOrEqual(2)
    expect(heard).toBeLessThanOrEqual(5)
  })
})

describe('the log', () => {
  it('has one line for each request, also for what is refused, with the id of the answer', async () => {
    await using server: Started = await start()
    const answers = [
      await post(server.url, 'tools/list'),
      await send(new URL('/other?secret=1', server.url).href, { method: 'GET' }),
      await send(server.url, { headers: { origin: 'http://evil.test' } }),
      await send(server.url, { headers: { host: 'evil.test' } }),
      await send(new URL('/healthz', server.url).href, { method: 'GET' }),
    ]
    await expect.poll(() => server.logs.length, { timeout: 10_000 }).toBe(answers.length)
    expect(server.logs.map(({ status, path, method, rpc }) => ({ status, path, method, rpc }))).toEqual([
      { status: 200, path: '/mcp', method: 'POST', rpc: 'tools/list' },
      { status: 404, path: '/other', method: 'GET', rpc: undefined },
      { status: 403, path: '/mcp', method: 'POST', rpc: undefined },
      { status: 403, path: '/mcp', method: 'POST', rpc: undefined },
      { status: 200, path: '/healthz', method: 'GET', rpc: undefined },
    ])
    expect(server.logs.map(({ id }) => id)).toEqual(answers.map(({ headers }) => headers.get('x-request-id')))
    expect(new Set(server.logs.map(({ id }) => id)).size).toBe(answers.length)
  })
})
