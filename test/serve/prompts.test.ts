import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memorySource } from '../../src/sources/memory.ts'
import { connectHttp, ERA_NAMES, type Era } from './http/requests.ts'
import { skillFile, start, type Started } from './http/start.ts'

const skill = (name: string, more: string, body = `Body of ${name}.`) =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}\n---\n${body}\n`

let server: Started

beforeAll(async () => {
  const many = Object.fromEntries(
    Array.from({ length: 130 }, (_, index) => [
      `many/skill-${1000 + index}`,
      { 'SKILL.md': skillFile(`skill-${1000 + index}`) },
    ]),
  )
  server = await start({
    sources: [
      memorySource('given', {
        greeting: {
          'SKILL.md': skill('greeting', 'argument-hint: "[formal|casual] <name>"', 'Greet $2 in a $1 way.'),
        },
        hidden: { 'SKILL.md': skill('hidden', 'user-invocable: false') },
        person: { 'SKILL.md': skill('person', 'disable-model-invocation: true') },
        'team/alpha': { 'SKILL.md': skillFile('alpha', 'The alpha of the team.') },
        'odd name': { 'SKILL.md': '---\nname: odd name\ndescription: "Has a\\nspace."\n---\nOdd.\n' },
        日本語: { 'SKILL.md': '---\nname: 日本語\ndescription: Speaks.\n---\nHai.\n' },
      }),
      {
        ...memorySource('docs', { greeting: { 'SKILL.md': skillFile('greeting', 'Another greeting.') } }),
        kind: 'mcp',
      },
      memorySource('lots', many),
    ],
  })
})
afterAll(() => server.close())

async function withClient<T>(
  era: Era,
  use: (client: Awaited<ReturnType<typeof connectHttp>>['client']) => Promise<T>,
) {
  await using connection = await connectHttp(server.url, { era })
  return await use(connection.client)
}

describe.each(ERA_NAMES)('prompts at %s', (era) => {
  it('are the skills that a person may start, on pages, each under a name of its own that can be typed', async () => {
    await withClient(era, async (client) => {
      const { prompts } = await client.listPrompts()
      const names = prompts.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(names.filter((name) => !name.startsWith('skill-'))).toEqual(
        ['alpha', 'beta', 'docs-greeting', 'greeting', 'odd-name', 'person', 'team-alpha', '日本語'].sort(),
      )
      expect(names.filter((name) => name.startsWith('skill-'))).toHaveLength(130)
      expect(prompts.find(({ name }) => name === 'greeting')).toMatchObject({
        title: 'greeting',
        description: 'Does greeting.',
        arguments: [{ name: 'arguments', description: '[formal|casual] <name>', required: false }],
      })
    })
  })

  it('put the arguments in; a remote skill says where it is from', async () => {
    await withClient(era, async (client) => {
      const text = async (name: string, input?: Record<string, string>) => {
        const { messages } = await client.getPrompt({
          name,
          ...(input === undefined ? {} : { arguments: input }),
        })
        return (messages[0]!.content as { text: string }).text
      }
      expect(await text('greeting', { arguments: 'casual "Ada Lovelace"' })).toBe(
        'Greet Ada Lovelace in a casual way.\n',
      )
      expect(await text('greeting')).toBe('Greet $2 in a $1 way.\n')
      expect(await text('team-alpha')).toBe('Body of alpha.\n')
      expect(await text('odd-name')).toBe('Odd.\n')
      expect(await text('docs-greeting')).toMatch(
        /^<skill_content name="greeting" uri="skill:\/\/docs\/greeting" origin="mcp:docs"/,
      )
    })
  })

  it.each(['hidden', 'nothing', 'odd name', '', 'docs/greeting'])('have none called %j', async (name) => {
    await withClient(era, async (client) => {
      await expect(client.getPrompt({ name })).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('list the prompts again'),
      })
    })
  })
})

describe.each(ERA_NAMES)('completion at %s', (era) => {
  const template = { type: 'ref/resource', uri: 'skill://{+path}' } as const
  const complete = (ref: { type: 'ref/prompt'; name: string } | typeof template, value: string) =>
    withClient(era, async (client) => {
      const name = ref.type === 'ref/prompt' ? 'arguments' : 'path'
      return (await client.complete({ ref, argument: { name, value } })).completion
    })

  it('offers the choices of a hint', async () => {
    const greeting = { type: 'ref/prompt', name: 'greeting' } as const
    expect(await complete(greeting, '')).toEqual({ values: ['formal', 'casual'], total: 2, hasMore: false })
    expect((await complete(greeting, 'c')).values).toEqual(['casual'])
    expect((await complete({ type: 'ref/prompt', name: 'beta' }, '')).values).toEqual([])
    expect((await complete({ type: 'ref/prompt', name: 'nothing' }, '')).values).toEqual([])
  })

  it('offers paths of skills, then of their files, a hundred at most', async () => {
    expect((await complete(template, 'al')).values).toEqual(['alpha/SKILL.md'])
    expect((await complete(template, 'alpha/')).values.sort()).toEqual([
      'alpha/SKILL.md',
      'alpha/references/guide.md',
    ])
    expect((await complete(template, 'alpha/ref')).values).toEqual(['alpha/references/guide.md'])
    expect((await complete(template, 'odd')).values).toEqual(['odd%20name/SKILL.md'])
    const all = await complete(template, '')
    expect(all.values).toHaveLength(100)
    expect(all).toMatchObject({ total: 139, hasMore: true })
    expect(await complete(template, '../')).toEqual({ values: [], total: 0, hasMore: false })
  })
})
