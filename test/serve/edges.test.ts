import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SkillwayError } from '../../src/errors.ts'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { ERA_NAMES } from './http/requests.ts'
import { skillFile, start } from './http/start.ts'
import type { WireEntry } from './judge-entry.ts'
import { sha256 } from './truth.ts'
import { httpWire, type Wire } from './wire.ts'

// What few servers have: skills without digests, skills that no listing shows, sources that fail, files that change.

const files = (name: string) => ({ 'SKILL.md': skillFile(name), 'references/guide.md': `Guide of ${name}.` })
const remote = (): SkillSource => ({
  ...memorySource('docs', { shown: files('shown'), 'team/hidden': files('hidden') }),
  kind: 'mcp',
})

const listed = async (wire: Wire) => (await wire.ask('skills/list')).result!['skills'] as WireEntry[]
const got = async (wire: Wire, uri: string) =>
  (await wire.ask('skills/get', { uri })).result?.['skill'] as WireEntry | undefined
const children = async (wire: Wire, uri: string) =>
  (
    (await wire.ask('resources/directory/read', { uri })).result?.['resources'] as
      | { uri: string }[]
      | undefined
  )?.map(({ uri: child }) => child)
const textAt = async (wire: Wire, uri: string) =>
  ((await wire.ask('resources/read', { uri })).result?.['contents'] as { text: string }[] | undefined)?.[0]
    ?.text

describe.each(ERA_NAMES)('at %s', (era) => {
  it('a skill without digests says dynamic, and its files are read all the same (S14)', async () => {
    const inner = remote()
    const source: SkillSource = {
      ...inner,
      async get(skillPath, options) {
        const entry = await inner.get(skillPath, options)
        return entry && { ...entry, files: 'dynamic', knownPaths: ['references/guide.md'] }
      },
    }
    await using server = await start({ sources: [source] })
    const wire = httpWire(server.url, era)
    const uri = 'skill://docs/shown/SKILL.md'
    expect((await listed(wire)).find((entry) => entry.uri === uri)?.resources).toBe('dynamic')
    expect((await got(wire, uri))?.resources).toBe('dynamic')
    expect(await textAt(wire, 'skill://docs/shown/references/guide.md')).toBe('Guide of shown.')
    expect(await children(wire, 'skill://docs/shown')).toEqual([uri, 'skill://docs/shown/references'])
    expect(await children(wire, 'skill://docs/shown/references')).toEqual([
      'skill://docs/shown/references/guide.md',
    ])
  })

  it('a skill that no listing shows is got by its URI, with every file of it (S22, S28)', async () => {
    const inner = remote()
    const source: SkillSource = {
      ...inner,
      async list(options) {
        const { skills, diagnostics } = await inner.list(options)
        return { skills: skills.filter(({ name }) => name !== 'hidden'), diagnostics }
      },
    }
    await using server = await start({ sources: [source] })
    const wire = httpWire(server.url, era)
    expect(JSON.stringify(await listed(wire))).not.toContain('hidden')
    const entry = (await got(wire, 'skill://docs/team/hidden/SKILL.md'))!
    expect(entry.frontmatter).toEqual({ name: 'hidden', description: 'Does hidden.' })
    for (const { uri, digest } of entry.resources as Exclude<WireEntry['resources'], 'dynamic'>)
      expect(sha256(Buffer.from((await textAt(wire, uri))!))).toBe(digest)
    expect(await children(wire, 'skill://docs/team/hidden')).toEqual([
      'skill://docs/team/hidden/SKILL.md',
      'skill://docs/team/hidden/references',
    ])
    for (const uri of [
      'skill://docs/team/hidden',
      'skill://docs/team/hidden/references/guide.md',
      'skill://docs/team/SKILL.md',
    ])
      expect((await wire.ask('skills/get', { uri })).error?.code).toBe(-32_602)
    expect((await wire.ask('resources/read', { uri: 'skill://docs/team/hidden/none.md' })).error?.code).toBe(
      -32_602,
    )
  })

  it('a server without skills lists none (S28)', async () => {
    await using server = await start({ folders: false })
    const wire = httpWire(server.url, era)
    expect(await listed(wire)).toEqual([])
    expect((await wire.ask('resources/list')).result).toMatchObject({ resources: [] })
    expect((await wire.ask('prompts/list')).result).toMatchObject({ prompts: [] })
    expect((await wire.ask('resources/directory/read', { uri: 'skill://any' })).error?.code).toBe(-32_602)
  })

  it('a source that fails takes no other with it, and its failure tells no path of this machine (S25)', async () => {
    const inner = remote()
    const failure = async () => {
      throw new SkillwayError('SOURCE_UNAVAILABLE', 'Source docs does not answer')
    }
    const broken = async () => {
      throw new Error('ENOENT: no such file, open /home/operator/secret')
    }
    await using server = await start({
      sources: [
        { ...inner, get: failure, read: failure },
        { ...memorySource('broken', { fragile: files('fragile') }), get: broken, read: broken },
      ],
    })
    const wire = httpWire(server.url, era)
    expect((await listed(wire)).map(({ uri }) => uri)).toEqual([
      'skill://alpha/SKILL.md',
      'skill://beta/SKILL.md',
    ])
    expect(server.warnings.filter((text) => text.includes('left out of skills/list'))).toHaveLength(3)
    for (const [method, uri] of [
      ['skills/get', 'skill://docs/shown/SKILL.md'],
      ['resources/read', 'skill://docs/shown/SKILL.md'],
      ['resources/directory/read', 'skill://docs/shown'],
    ] as const)
      expect((await wire.ask(method, { uri })).error).toMatchObject({
        code: -32_603,
        message: 'Source docs does not answer',
      })
    for (const method of ['skills/get', 'resources/read']) {
      const { error } = await wire.ask(method, { uri: 'skill://fragile/SKILL.md' })
      expect(error).toMatchObject({ code: -32_603, message: 'Internal error' })
    }
    expect(await textAt(wire, 'skill://alpha/SKILL.md')).toContain('Body of alpha')
  })

  it('an entry and the bytes agree however often the file is written (A29, B180)', async () => {
    await using server = await start()
    const wire = httpWire(server.url, era)
    for (let round = 0; round < 60; round++) {
      server.put('alpha/SKILL.md', skillFile('alpha', `Round ${round}${'.'.repeat(round % 7)}`))
      const entry = (await got(wire, 'skill://alpha/SKILL.md'))!
      expect(entry.frontmatter['description']).toContain(`Round ${round}`)
      for (const { uri, digest, size } of entry.resources as Exclude<WireEntry['resources'], 'dynamic'>) {
        const bytes = Buffer.from((await textAt(wire, uri))!)
        expect([uri, sha256(bytes), bytes.length]).toEqual([uri, digest, size])
      }
    }
  })

  it('an entry is of one state of the folder, also while the folder is being replaced (A30)', async () => {
    await using server = await start()
    const wire = httpWire(server.url, era)
    const version = (folder: string, text: string) => {
      mkdirSync(join(server.root, folder, 'references'), { recursive: true })
      writeFileSync(join(server.root, folder, 'SKILL.md'), skillFile('alpha', text))
      writeFileSync(join(server.root, folder, 'references/guide.md'), text)
    }
    version('.one', 'One.')
    version('.two', 'Two.')
    const wholes = new Set(
      ['One.', 'Two.'].map((text) =>
        [sha256(Buffer.from(skillFile('alpha', text))), sha256(Buffer.from(text))].join(),
      ),
    )
    renameSync(join(server.root, 'alpha'), join(server.root, '.zero'))
    renameSync(join(server.root, '.one'), join(server.root, 'alpha'))
    let flips = 0
    const flip = setInterval(() => {
      renameSync(join(server.root, 'alpha'), join(server.root, flips % 2 === 0 ? '.one' : '.two'))
      renameSync(join(server.root, flips % 2 === 0 ? '.two' : '.one'), join(server.root, 'alpha'))
      flips++
    }, 3)
    const seen = new Set<string>()
    for (let round = 0; round < 100; round++) {
      const entry = await got(wire, 'skill://alpha/SKILL.md')
      if (entry === undefined) continue
      const resources = entry.resources as Exclude<WireEntry['resources'], 'dynamic'>
      seen.add(resources.map(({ digest }) => digest).join())
    }
    clearInterval(flip)
    expect(flips).toBeGreaterThan(10)
    expect([...seen].filter((whole) => !wholes.has(whole))).toEqual([])
    expect(seen.size).toBeGreaterThan(0)
  })
})
