import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { type HttpServer, serveOnHttp } from '../../../src/serve/http/listen.ts'
import { directorySource } from '../../../src/sources/directory/source.ts'
import { memorySource } from '../../../src/sources/memory.ts'
import { connectHttp, ERA_NAMES, type Era, post } from './requests.ts'
import { grant, skillFile, start } from './start.ts'

// There are no sessions: any replica answers any request, and nothing of one client is ever another's.

describe('clients at the same time', () => {
  it.each(ERA_NAMES)(
    'get each their own answer where their requests have the same ids, at %s (F15, B183)',
    async (era) => {
      const names = Array.from({ length: 20 }, (_, index) => `skill-${index}`)
      await using server = await start({
        sources: [
          memorySource(
            'many',
            Object.fromEntries(names.map((name) => [name, { 'SKILL.md': skillFile(name) }])),
          ),
        ],
      })
      const rounds = Array.from({ length: 5 }, () => names).flat()
      const answers = await Promise.all(
        rounds.map((name) =>
          post(
            server.url,
            'tools/call',
            { name: 'load_skill', arguments: { skill_name: name } },
            { era, id: 7 },
          ),
        ),
      )
      expect(answers.map(({ rpc }) => rpc.id)).toEqual(rounds.map(() => 7))
      expect(answers.map(({ rpc }) => (rpc.result!['structuredContent'] as { name: string }).name)).toEqual(
        rounds,
      )
    },
  )

  it('of both eras are served side by side (B183)', async () => {
    await using server = await start()
    const connections = await Promise.all(
      [...ERA_NAMES, ...ERA_NAMES].map((era) => connectHttp(server.url, { era })),
    )
    const tools = await Promise.all(connections.map(({ client }) => client.listTools()))
    expect(tools.map((answer) => answer.tools.length)).toEqual([5, 5, 5, 5])
    for (const connection of connections) await connection[Symbol.asyncDispose]()
  })

  it('keep what they loaded to themselves', async () => {
    await using server = await start({ tokens: [grant('token-one', 'one'), grant('token-two', 'two', [])] })
    const load = { name: 'load_skill', arguments: { skill_name: 'alpha' } }
    const read = {
      name: 'read_reference_file',
      arguments: { skill_name: 'alpha', file_name: 'references/guide.md' },
    }
    expect(
      (await post(server.url, 'tools/call', load, { token: 'token-one' })).rpc.result?.['isError'],
    ).toBeUndefined()
    expect((await post(server.url, 'tools/call', read, { token: 'token-two' })).rpc.result?.['isError']).toBe(
      true,
    )
  })
})

describe('a handle of a session', () => {
  it.each(ERA_NAMES)(
    'is never given out, and one that a client invents at %s opens nothing (F14, B182)',
    async (era) => {
      await using server = await start()
      const initialize = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      }
      const begun = await post(server.url, 'initialize', initialize, { era: '2025-11-25' })
      expect(begun.headers.get('mcp-session-id')).toBeNull()
      const plain = await post(server.url, 'tools/list', {}, { era })
      const invented = await post(
        server.url,
        'tools/list',
        {},
        {
          era,
          headers: { 'mcp-session-id': '00000000-0000-4000-8000-000000000000', 'last-event-id': '1' },
        },
      )
      // The reported failure asks for 404. Without sessions there is none that could be unknown: the request is served.
      expect(invented.status).toBe(200)
      expect(invented.text).toBe(plain.text)
    },
  )

  it('of a listing is a place in the order, and shows its finder only what they may see (F14)', async () => {
    const many = (label: string) =>
      memorySource(
        label,
        Object.fromEntries(
          Array.from({ length: 150 }, (_, index) => [
            `${label}-${1000 + index}`,
            { 'SKILL.md': skillFile(`${label}-${1000 + index}`) },
          ]),
        ),
      )
    await using server = await start({
      folders: false,
      sources: [many('ours'), many('theirs')],
      tokens: [grant('token-all', 'all'), grant('token-ours', 'ours', ['ours'])],
    })
    const page = async (token: string, cursor: string) =>
      post(server.url, 'resources/list', { cursor }, { token })
    const first = await post(server.url, 'resources/list', {}, { token: 'token-all' })
    const cursor = first.rpc.result!['nextCursor'] as string
    expect((await page('token-ours', cursor)).text).not.toContain('theirs')
    for (const forged of [
      '',
      'garbage',
      '1',
      `${cursor}*`,
      cursor.slice(1),
      `2${cursor.slice(1)}`,
      Buffer.from('skill://x').toString('base64'),
    ]) {
      const answer = await page('token-ours', forged)
      expect([forged, answer.rpc.error?.code]).toEqual([forged, -32_602])
    }
  })
})

describe('replicas over the same folder', () => {
  let root: string
  const servers: HttpServer[] = []
  const names = Array.from({ length: 250 }, (_, index) => `skill-${String(index * 10).padStart(5, '0')}`)

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'skillway-replicas-'))
    for (const name of names) put(name)
    for (let replica = 0; replica < 2; replica++) {
      const catalog = createCatalog([
        directorySource({ label: 'local', roots: [{ path: root, shown: 'skills' }] }),
      ])
      servers.push(await serveOnHttp(catalog, { port: 0 }))
    }
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()))
    rmSync(root, { recursive: true, force: true })
  })

  function put(name: string): void {
    mkdirSync(join(root, 'all', name), { recursive: true })
    writeFileSync(join(root, 'all', name, 'SKILL.md'), skillFile(name))
  }

  async function walk(
    method: string,
    era: Era,
    onPage: (page: number) => void = () => {},
  ): Promise<string[]> {
    const key = { 'skills/list': 'skills', 'prompts/list': 'prompts' }[method] ?? 'resources'
    const found: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 10; page++) {
      const params = {
        ...(cursor === undefined ? {} : { cursor }),
        ...(method === 'resources/directory/read' ? { uri: 'skill://all' } : {}),
      }
      const { rpc } = await post(servers[page % 2]!.url, method, params, { era })
      const items = rpc.result![key] as { uri?: string; name: string }[]
      found.push(
        ...items.map(({ uri, name }) => (uri ?? name).replace('skill://all/', '').replace('/SKILL.md', '')),
      )
      cursor = rpc.result!['nextCursor'] as string | undefined
      if (cursor === undefined) return found
      onPage(page)
    }
    throw new Error('The listing does not end')
  }

  const LISTS = ['skills/list', 'resources/list', 'prompts/list', 'resources/directory/read']

  it.each(LISTS.flatMap((method) => ERA_NAMES.map((era) => [method, era] as const)))(
    'answer one session of %s at %s in turn, with every skill once (B173)',
    async (method, era) => {
      expect(await walk(method, era)).toEqual(names)
    },
  )

  it('lose and repeat no skill that stays, whatever comes and goes between two pages', async () => {
    const found = await walk('resources/list', '2026-07-28', (page) => {
      put(`skill-0000${page + 1}`)
      rmSync(join(root, 'all', names[10 + page]!), { recursive: true })
      put(`skill-01${page + 1}01`)
    })
    const stayed = names.filter((_, index) => index !== 10 && index !== 11)
    expect(found.filter((name) => stayed.includes(name))).toEqual(stayed)
    expect(new Set(found).size).toBe(found.length)
  })
})
