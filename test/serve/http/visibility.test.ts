import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memorySource, type MemorySkills } from '../../../src/sources/memory.ts'
import type { SkillSource } from '../../../src/sources/types.ts'
import { titled } from '../../titled.ts'
import { startIssuer } from './issuer.ts'
import { type Era, ERA_NAMES, post, requestParts, send } from './requests.ts'
import { grant, skillFile, start, type Started } from './start.ts'

// Everything about the sources `zebra` and `zebra-memory` says zebra. What a caller who may not see them gets back must
// never say it; that whoever may see them does get it shows that the question was a good one.

const HIDDEN = /zebra/i
const mounted = (label: string, skills: MemorySkills): SkillSource => ({
  ...memorySource(label, skills),
  kind: 'mcp',
})
const zebraSkill = (name: string) => ({
  'SKILL.md': skillFile(name, 'About the zebra.'),
  'references/zebra.md': 'The zebra guide.',
})

let server: Started

beforeAll(async () => {
  server = await start({
    wellKnown: true,
    tokens: [
      grant('token-all', 'all'),
      grant('token-some', 'some', ['local', 'docs']),
      grant('token-none', 'none', []),
      grant('token-other', 'other', ['no-such-source']),
    ],
    sources: [
      mounted('docs', { 'shared/common': { 'SKILL.md': skillFile('common') } }),
      mounted('zebra', { alpha: zebraSkill('alpha'), 'deep/zebra-plan': zebraSkill('zebra-plan') }),
      memorySource('zebra-memory', {
        'zebra-notes': zebraSkill('zebra-notes'),
        'group/zebra': zebraSkill('zebra'),
      }),
    ],
  })
})

afterAll(() => server.close())

type Ask = (token: string, era: Era) => Promise<string>
const rpc =
  (method: string, params: Record<string, unknown> = {}): Ask =>
  async (token, era) =>
    (await post(server.url, method, params, { token, era })).text
const tool = (name: string, input: Record<string, unknown>): Ask =>
  rpc('tools/call', { name, arguments: input })
const get =
  (path: string): Ask =>
  async (token) =>
    (
      await send(new URL(path, server.url).href, {
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
      })
    ).text
const withoutEcho = (text: string) =>
  text.replace(/'[^']*zebr[^']*'/g, '').replace(/"data":\{"uri":"[^"]*"\}/, '')
const skillsCounted = async (token: string) =>
  /^skillway_skills (\d+)$/m.exec(await get('/metrics')(token, '2026-07-28'))?.[1]
const complete = (ref: Record<string, unknown>, value: string): Ask =>
  rpc('completion/complete', { ref, argument: { name: 'path', value } })

const surfaces: { title: string; ask: Ask; echoes?: true }[] = [
  {
    title: 'instructions',
    ask: (token, era) =>
      era === '2026-07-28'
        ? rpc('server/discover')(token, era)
        : rpc('initialize', {
            protocolVersion: era,
            capabilities: {},
            clientInfo: { name: 'test', version: '1' },
          })(token, era),
  },
  { title: 'the description of load_skill', ask: rpc('tools/list') },
  { title: 'list_skills', ask: tool('list_skills', {}) },
  { title: 'list_skills with a query', ask: tool('list_skills', { query: 'guide about' }) },
  { title: 'the labels that list_skills names', ask: tool('list_skills', { source: 'nothing' }) },
  { title: 'search_skills', ask: tool('search_skills', { query: 'about' }) },
  { title: 'load_skill_metadata', ask: tool('load_skill_metadata', {}) },
  {
    title: 'the names that load_skill offers',
    ask: tool('load_skill', { skill_name: 'zebr', arguments: '' }),
    echoes: true,
  },
  {
    title: 'load_skill by URI',
    ask: tool('load_skill', { skill_name: 'skill://zebra/alpha' }),
    echoes: true,
  },
  { title: 'load_skill by name', ask: tool('load_skill', { skill_name: 'zebra-plan' }), echoes: true },
  {
    title: 'read_reference_file',
    ask: tool('read_reference_file', { skill_name: 'zebra-notes', file_name: 'references/zebra.md' }),
    echoes: true,
  },
  { title: 'the same names of a skill', ask: tool('list_skills', { query: 'alpha' }) },
  { title: 'resources/list', ask: rpc('resources/list') },
  {
    title: 'resources/read',
    ask: rpc('resources/read', { uri: 'skill://zebra/alpha/references/zebra.md' }),
    echoes: true,
  },
  {
    title: 'the FastMCP manifest',
    ask: rpc('resources/read', { uri: 'skill://zebra/alpha/_manifest' }),
    echoes: true,
  },
  { title: 'skills/list', ask: rpc('skills/list') },
  { title: 'skills/get', ask: rpc('skills/get', { uri: 'skill://zebra/alpha/SKILL.md' }), echoes: true },
  {
    title: 'a mount as a directory',
    ask: rpc('resources/directory/read', { uri: 'skill://zebra' }),
    echoes: true,
  },
  {
    title: 'a skill as a directory',
    ask: rpc('resources/directory/read', { uri: 'skill://zebra/alpha' }),
    echoes: true,
  },
  { title: 'a folder above skills', ask: rpc('resources/directory/read', { uri: 'skill://group' }) },
  { title: 'prompts/list', ask: rpc('prompts/list') },
  { title: 'prompts/get', ask: rpc('prompts/get', { name: 'zebra-plan' }), echoes: true },
  { title: 'completion of paths', ask: complete({ type: 'ref/resource', uri: 'skill://{+path}' }, '') },
  { title: 'completion of a path', ask: complete({ type: 'ref/resource', uri: 'skill://{+path}' }, 'z') },
  { title: 'the discovery index', ask: get('/.well-known/agent-skills/index.json') },
  { title: 'a discovered skill', ask: get('/.well-known/agent-skills/zebra-notes/SKILL.md') },
]

describe.each(ERA_NAMES)('a source at %s that a caller may not see', (era) => {
  it.each(titled(surfaces))('is not in %s', async (_title, { ask, echoes }) => {
    expect(await ask('token-all', era)).toMatch(HIDDEN)
    for (const token of ['token-some', 'token-none', 'token-other']) {
      const text = await ask(token, era)
      // A refusal names what was asked for, and nothing else.
      expect(echoes ? withoutEcho(text) : text).not.toMatch(HIDDEN)
    }
  })

  it('is as if it were not there for a name that is also elsewhere', async () => {
    const params = { name: 'load_skill', arguments: { skill_name: 'alpha' } }
    const { rpc: all } = await post(server.url, 'tools/call', params, { token: 'token-all', era })
    const { rpc: some } = await post(server.url, 'tools/call', params, { token: 'token-some', era })
    expect(all.result).toMatchObject({ structuredContent: { uri: 'skill://alpha' } })
    expect(some.result).toMatchObject({ structuredContent: { uri: 'skill://alpha' } })
    const { rpc: none } = await post(server.url, 'tools/call', params, { token: 'token-none', era })
    expect(none.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Skill not found: 'alpha'\. No skills available/) }],
    })
  })

  it('answers as a URI at which nothing was ever served', async () => {
    for (const method of ['skills/get', 'resources/read', 'resources/directory/read']) {
      const ask = async (uri: string) => {
        const { rpc: answer, status } = await post(server.url, method, { uri }, { token: 'token-some', era })
        return { status, code: answer.error?.code, message: answer.error?.message.replace(uri, 'URI') }
      }
      const suffix = method === 'resources/directory/read' ? '' : '/SKILL.md'
      const hidden = await ask(`skill://zebra/alpha${suffix}`)
      expect(hidden).toEqual(await ask(`skill://never/alpha${suffix}`))
      expect(hidden.code).toBe(-32_602)
    }
  })
})

describe('what a caller may not see', () => {
  it('is not counted in their metrics', async () => {
    expect(await skillsCounted('token-all')).toBe('7')
    expect(await skillsCounted('token-some')).toBe('3')
    expect(await skillsCounted('token-none')).toBe('0')
  })

  it('is not announced to them when it changes, while what they see is', async () => {
    const skills: MemorySkills = { 'zebra-one': zebraSkill('zebra-one') }
    const listeners = new Set<() => void>()
    const watched: SkillSource = {
      ...mounted('zebra', skills),
      watch(onChange) {
        listeners.add(onChange)
        return () => listeners.delete(onChange)
      },
    }
    await using shared = await start({
      tokens: [grant('token-all', 'all'), grant('token-some', 'some', ['local'])],
      sources: [watched],
    })
    const heard = await Promise.all(
      ['token-all', 'token-some'].map((token) => hearChanges(shared.url, token)),
    )
    await quiet(heard)
    const before = heard.map(({ count }) => count())
    for (const onChange of listeners) onChange()
    await expect.poll(() => heard[0]!.count(), { timeout: 10_000 }).toBeGreaterThan(before[0]!)
    expect(heard[1]!.count()).toBe(before[1])
    shared.put('gamma/SKILL.md', skillFile('gamma'))
    await expect.poll(() => heard[1]!.count(), { timeout: 10_000 }).toBeGreaterThan(before[1]!)
    for (const { stop } of heard) stop()
  })

  it('follows the claim of an OAuth token; without the claim nothing is seen', async () => {
    const issuer = await startIssuer()
    const audience = 'https://skills.example.com/mcp'
    await using shared = await start({
      oauth: { issuer: issuer.url, audience, sourcesClaim: 'skill_sources' },
      sources: [mounted('zebra', { alpha: zebraSkill('alpha') })],
    })
    const seen = async (claims: Record<string, unknown>) => {
      const token = await issuer.sign({ aud: audience, sub: 'user', ...claims })
      const { rpc: answer } = await post(shared.url, 'skills/list', {}, { token })
      return (answer.result!['skills'] as { uri: string }[]).map(({ uri }) => uri)
    }
    expect(await seen({ skill_sources: ['zebra'] })).toEqual(['skill://zebra/alpha/SKILL.md'])
    expect(await seen({ skill_sources: ['local'] })).toEqual([
      'skill://alpha/SKILL.md',
      'skill://beta/SKILL.md',
    ])
    for (const claims of [
      {},
      { skill_sources: 'zebra' },
      { skill_sources: { 0: 'zebra' } },
      { skill_sources: [null, 1] },
      { skill_sources: [] },
    ])
      expect(await seen(claims)).toEqual([])
    await issuer.close()
  })

  it('stays right when there are more sets of sources than are kept ready', async () => {
    const labels = Array.from({ length: 8 }, (_, index) => `source-${index}`)
    await using shared = await start({
      limits: { views: 2 },
      folders: false,
      tokens: labels.map((label) => grant(`token-${label}`, label, [label])),
      sources: labels.map((label) =>
        memorySource(label, { [`skill-of-${label}`]: { 'SKILL.md': skillFile(`skill-of-${label}`) } }),
      ),
    })
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        labels.map((label) => post(shared.url, 'resources/list', {}, { token: `token-${label}` })),
      )
      expect(answers.map(({ text }) => [...new Set(text.match(/source-\d/g))])).toEqual(
        labels.map((label) => [label]),
      )
    }
  })
})

/** Waits until nothing is heard any more of how the folders were made. */
async function quiet(heard: { count(): number }[]): Promise<void> {
  let last = -1
  for (let now = 0; now !== last; now = heard.reduce((sum, { count }) => sum + count(), 0)) {
    last = now
    await sleep(600)
  }
}

/** Counts the changes that a subscription hears of. */
async function hearChanges(url: string, token: string): Promise<{ count(): number; stop(): void }> {
  const stop = new AbortController()
  const notifications = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true }
  const { headers, body } = requestParts('subscriptions/listen', { notifications }, { token })
  const response = await fetch(url, { method: 'POST', headers, body, signal: stop.signal })
  let text = ''
  void (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
  })().catch(() => {})
  await expect.poll(() => text, { timeout: 10_000 }).toContain('subscriptions/acknowledged')
  return { count: () => text.split('list_changed"').length - 1, stop: () => stop.abort() }
}
