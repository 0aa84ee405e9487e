import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Case, casesOf } from '../case-fixture.ts'
import { CLI } from './connect.ts'
import { type Rpc, send } from './http/requests.ts'
import { skillFile, start } from './http/start.ts'
import type { WireEntry } from './judge-entry.ts'
import { sha256, trueSkill } from './truth.ts'
import { stdioWire, type Wire } from './wire.ts'

// Failures of other servers that people reported, as scripts of messages; cases.json says what is expected.

/** What is decided otherwise here, and why. Each has a test that shows what happens instead. */
const DECIDED = {
  B173: 'A page holds at least 100 skills, so that the official client, which stops after 64 pages, sees every skill: five are one page.',
  B182: 'HTTP is stateless: no session is ever begun, so that none can be unknown; any replica answers any request.',
}

interface Step {
  send?: { method: string; params: Record<string, unknown>; id: number }
  http?: { method: string; headers: Record<string, string>; body?: Record<string, unknown> }
  httpParallel?: number
  each?: Record<string, unknown>[]
  loop?: number
}

const rows = new Map(casesOf('mcp').map((row) => [row.id, row]))
const caseOf = (id: string): Case => rows.get(id)!
function stepsOf(id: string): Step[] {
  const path = join(import.meta.dirname, '../cases', caseOf(id).path)
  return (JSON.parse(readFileSync(path, 'utf8')) as { steps: Step[] }).steps
}
const sendsOf = (id: string) => stepsOf(id).flatMap(({ send: message }) => message ?? [])
const fixture = (path: string) => join(import.meta.dirname, '../cases', path)

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'skillway-mcp-cases-'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const serveArgs = (root: string) => ['serve', '--no-defaults', '--skills', root]
async function over<T>(root: string, use: (wire: Wire) => Promise<T>): Promise<T> {
  const wire = await stdioWire(serveArgs(root), '2025-11-25', cwd)
  try {
    return await use(wire)
  } finally {
    await wire.close()
  }
}
const answersOf = (id: string, root: string) =>
  over(root, async (wire) => {
    const answers: Rpc[] = []
    for (const { method, params } of sendsOf(id)) answers.push(await wire.ask(method, params))
    return answers
  })

const HTTP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const TESTS: Record<string, () => Promise<void>> = {
  async B167() {
    const { lines, stderr } = await outputOf(fixture('B004/root'), sendsOf('B167'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    expect(stderr).toMatch(/^(error|warning) YAML_/m)
  },
  async B169() {
    const many = join(cwd, 'many')
    for (let index = 0; index < 3000; index++) {
      mkdirSync(join(many, `skill-${index}`), { recursive: true })
      writeFileSync(join(many, `skill-${index}/SKILL.md`), skillFile(`skill-${index}`))
    }
    mkdirSync(join(cwd, 'none'))
    const timed = async (root: string) => {
      const begun = performance.now()
      await over(root, async () => {})
      return performance.now() - begun
    }
    const empty = await timed(join(cwd, 'none'))
    const full = Math.min(await timed(many), await timed(many))
    // A busy machine starts any process late: the allowance grows with what a server without skills takes there.
    const allowed = caseOf('B169').expected['firstResponseWithinMs'] as number
    expect(full).toBeLessThan(Math.max(allowed, 8 * empty))
  },
  async B173() {
    const five = join(cwd, 'five')
    for (let index = 0; index < 5; index++) {
      mkdirSync(join(five, `skill-${index}`), { recursive: true })
      writeFileSync(join(five, `skill-${index}/SKILL.md`), skillFile(`skill-${index}`))
    }
    const [first, garbage] = await answersOf('B173', five)
    expect(DECIDED.B173).toContain('one page')
    expect(new Set(entriesOf(first!).map(({ uri }) => uri)).size).toBe(caseOf('B173').expected['uniqueUris'])
    expect(first!.result!['nextCursor']).toBeUndefined()
    expect(garbage!.error?.code).toBe(-32_602)
  },
  async B174() {
    const answers = await answersOf('B174', fixture('B107/root'))
    expect(answers.map(({ error }) => error?.code)).toEqual(
      Object.values(caseOf('B174').expected['codes'] as object),
    )
  },
  async B175() {
    const [answer] = await answersOf('B175', fixture('B107/root'))
    const { resourcesContain, allUnder, eachHas, digestPattern } = caseOf('B175').expected as Record<
      string,
      string[]
    > & { allUnder: string; digestPattern: string }
    const resources = (answer!.result!['skill'] as WireEntry).resources as Exclude<
      WireEntry['resources'],
      'dynamic'
    >
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toEqual(expect.arrayContaining(resourcesContain!))
    expect(new Set(uris).size).toBe(uris.length)
    for (const resource of resources) {
      expect(resource.uri.startsWith(allUnder)).toBe(true)
      expect(Object.keys(resource).sort()).toEqual([...eachHas!].sort())
      expect(resource.digest).toMatch(new RegExp(digestPattern))
    }
  },
  async B178() {
    const [answer] = await answersOf('B178', fixture('B107/root'))
    const capabilities = answer!.result!['capabilities'] as Record<string, Record<string, unknown>>
    expect(capabilities['resources']).toBeDefined()
    expect(capabilities['extensions']!['io.modelcontextprotocol/skills']).toBeDefined()
  },
  async B179() {
    const [answer] = await answersOf('B179', fixture('B029'))
    const entries = entriesOf(answer!)
    const folders = readdirSync(fixture('B029'))
    expect(entries.length).toBeGreaterThan(0)
    for (const { uri, frontmatter } of entries) {
      const name = uri.split('/').at(-2)!
      expect(folders).toContain(name)
      expect(frontmatter).toEqual(trueSkill(join(fixture('B029'), name), name).frontmatter)
    }
  },
  async B180() {
    await using server = await start()
    const rounds = stepsOf('B180').find(({ loop }) => loop !== undefined)!.loop!
    const ask = async (method: string, uri: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { uri } })
      const { text } = await send(server.url, { headers: HTTP_HEADERS, body })
      return (JSON.parse(text.slice(text.indexOf('{'))) as Rpc).result!
    }
    let mismatches = 0
    for (let round = 0; round < rounds; round++) {
      server.put(
        'alpha/SKILL.md',
        skillFile('alpha', `Text ${'of varying length'.repeat(round % 9)} ${round}.`),
      )
      const { resources } = (await ask('skills/get', 'skill://alpha/SKILL.md'))['skill'] as WireEntry
      for (const { uri, digest } of resources as Exclude<WireEntry['resources'], 'dynamic'>) {
        const [content] = (await ask('resources/read', uri))['contents'] as { text: string }[]
        if (sha256(Buffer.from(content!.text)) !== digest) mismatches++
      }
    }
    expect(mismatches).toBe(caseOf('B180').expected['digestMismatches'])
  },
  async B182() {
    await using server = await start()
    const [{ http }] = stepsOf('B182') as [Required<Step>]
    const answer = await send(server.url, {
      headers: { ...HTTP_HEADERS, ...http.headers },
      body: JSON.stringify(http.body),
    })
    expect(DECIDED.B182).toContain('stateless')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  },
  async B183() {
    await using server = await start()
    const [{ httpParallel, each }] = stepsOf('B183') as [Required<Step>]
    const clients = Array.from({ length: httpParallel }, async () => {
      const answers = await Promise.all(
        each.map((body) => send(server.url, { headers: HTTP_HEADERS, body: JSON.stringify(body) })),
      )
      return answers.every(({ status, text }) => status === 200 && text.includes('"result"'))
    })
    expect(await Promise.all(clients)).toEqual([true, true])
  },
  async B185() {
    const [{ config }, { http }] = stepsOf('B185') as unknown as [
      { config: { allowedOrigins: string[] } },
      Required<Step>,
    ]
    await using server = await start(config)
    const answer = await send(server.url, { method: http.method, headers: http.headers })
    expect(caseOf('B185').expected['status']).toContain(answer.status)
    for (const [name, value] of Object.entries(caseOf('B185').expected['headerContains'] as object))
      expect(answer.headers.get(name)).toContain(value)
  },
  async B186() {
    await using server = await start()
    const statuses: number[] = []
    for (const { http } of stepsOf('B186') as Required<Step>[]) {
      const headers = Object.fromEntries(
        Object.entries(http.headers).map(([name, value]) => [
          name,
          value.replace('$PORT', String(server.port)),
        ]),
      )
      statuses.push(
        (
          await send(server.url, {
            headers: { ...HTTP_HEADERS, ...headers },
            body: JSON.stringify(http.body),
          })
        ).status,
      )
    }
    expect(statuses).toEqual([403, 200])
  },
  async B190() {
    const [list, listed, absent] = await over(fixture('B107/root'), async (wire) => {
      const answers: Rpc[] = []
      for (const { method, params } of sendsOf('B190')) {
        const { name, ...rest } = (params['arguments'] ?? {}) as { name?: string }
        // The script's argument is called `name`; ours has the name that both seeds use.
        const input = name === undefined ? rest : { ...rest, skill_name: name }
        answers.push(
          await wire.ask(method, params['name'] === undefined ? params : { ...params, arguments: input }),
        )
      }
      return answers
    })
    const { toolNames, step3 } = caseOf('B190').expected as {
      toolNames: string[]
      step3: { textContains: string }
    }
    expect((list!.result!['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(toolNames),
    )
    expect(listed!.result!['isError']).toBeUndefined()
    expect(absent!.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(step3.textContains) }],
    })
  },
}

const entriesOf = (answer: Rpc) => answer.result!['skills'] as WireEntry[]

/** Everything that the process writes until it has answered and its client is gone. */
async function outputOf(root: string, messages: { method: string; params: object; id: number }[]) {
  const child: ChildProcess = spawn(process.execPath, [CLI, ...serveArgs(root)], { cwd })
  const lines: string[] = []
  let stderr = ''
  child.stderr!.on('data', (chunk) => (stderr += chunk))
  const answered = new Promise<void>((resolve) => {
    createInterface(child.stdout!).on('line', (line) => {
      lines.push(line)
      if (lines.length >= messages.length) resolve()
    })
  })
  for (const message of messages) child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  await answered
  await expect.poll(() => stderr).not.toBe('')
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.stdin!.end()
  await closed
  return { lines, stderr }
}

describe('a reported failure of an MCP server', () => {
  it.each([...rows.keys()].map((id) => [id, rows.get(id)!.what] as const))(
    '%s does not happen: %s',
    async (id) => {
      await expect(TESTS[id]!()).resolves.toBeUndefined()
    },
  )

  it('has a test for every case', () => {
    expect(Object.keys(TESTS).sort()).toEqual([...rows.keys()].sort())
  })
})
