import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as library from '../../src/index.ts'
import { createCatalog, memorySource, openCatalog, type SkillSource, SkillwayError } from '../../src/index.ts'

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'skillway-library-'))
  await mkdir(join(cwd, 'skills/greet'), { recursive: true })
  await writeFile(
    join(cwd, 'skills/greet/SKILL.md'),
    '---\nname: greet\ndescription: Greets.\n---\nHello $1.\n',
  )
  await writeFile(join(cwd, 'config.yml'), 'skills: { paths: [./skills], includeDefaults: false }\n')
  await writeFile(join(cwd, 'bad.yml'), 'skills:\n  path: [./skills]\n')
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const memory = () =>
  memorySource('mine', { a: { 'SKILL.md': '---\nname: a\ndescription: A.\n---\nBody $1.\n', 'x.md': 'X' } })

describe('openCatalog', () => {
  it('given a string opens that config file alone, its folders relative to it', async () => {
    await using catalog = await openCatalog(join(cwd, 'config.yml'))
    expect((await catalog.list()).skills.map(({ uri }) => uri)).toEqual(['skill://greet'])
    expect((await catalog.load('greet', { arguments: 'Alice' })).text.trim()).toBe('Hello Alice.')
  })

  it('takes folders and sources beside the config', async () => {
    await using catalog = await openCatalog({ cwd, skills: ['skills'], defaults: false, sources: [memory()] })
    expect((await catalog.list()).skills.map(({ uri }) => uri)).toEqual(['skill://greet', 'skill://a'])
  })

  it.each([
    ['a file that is not there', 'none.yml', /none\.yml/],
    ['a file with an unknown key', 'bad.yml', /bad\.yml.*2.*path/s],
  ])('refuses %s, and says where', async (_case, file, message) => {
    const failure = await openCatalog({ cwd, config: file }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SkillwayError)
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringMatching(message) })
    expect((failure as Error).message).not.toContain(cwd)
  })
})

describe('openCatalog, called by a program that no compiler has checked,', () => {
  it.each([
    [{ skils: ['skills'] }, "openCatalog has no option 'skils'", /skills/],
    [{ Defaults: false }, "openCatalog has no option 'Defaults'", /defaults/],
    [{ '__proto__ ': 1 }, "openCatalog has no option '__proto__ '", /There are skills/],
    [{ skills: './skills' }, "The option 'skills' must be a list of folders", /skills: \['\.\/skills'\]/],
    [{ skills: [1] }, "The option 'skills' must be a list of folders", /skills:/],
    [{ config: 5 }, "The option 'config' must be a text", /config:/],
    [{ defaults: 'no' }, "The option 'defaults' must be true or false", /defaults: false/],
    [{ agent: null }, "The option 'agent' must be a text", /agent:/],
    [{ sources: {} }, "The option 'sources' must be a list of sources", /memorySource/],
    [{ sources: ['x'] }, "The option 'sources' must be a list of sources", /memorySource/],
    [{ cwd: true }, "The option 'cwd' must be a text", /cwd/],
    [{ signal: 5000 }, "The option 'signal' must be an AbortSignal", /AbortSignal/],
    [5, 'openCatalog takes options', /openCatalog/],
    [null, 'openCatalog takes options', /openCatalog/],
  ])('refuses %j, and says what it takes', async (options, message, hint) => {
    const failure = await openCatalog(options as never).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SkillwayError)
    expect(failure).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(message),
      hint: expect.stringMatching(hint),
    })
  })
})

describe('a catalog', () => {
  it('closes every source once its scope ends, also where closing one fails', async () => {
    const closed: string[] = []
    const source = (label: string, fail = false): SkillSource => ({
      ...memorySource(label, {}),
      async close() {
        closed.push(label)
        if (fail) throw new Error('stuck')
      },
    })
    const ending = async () => {
      await using _catalog = createCatalog([source('one', true), source('two')])
    }
    await expect(ending()).rejects.toThrow('stuck')
    expect(closed).toEqual(['one', 'two'])
  })

  it('tells of changes until it is told to stop', async () => {
    await using catalog = await openCatalog({ cwd, config: 'config.yml' })
    await catalog.list()
    let changes = 0
    const stop = catalog.watch(() => changes++)
    await writeFile(join(cwd, 'skills/greet/extra.md'), 'More.\n')
    await expect.poll(() => changes, { timeout: 10_000 }).toBeGreaterThan(0)
    stop()
    const before = changes
    await writeFile(join(cwd, 'skills/greet/extra.md'), 'Again.\n')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(changes).toBe(before)
  })

  it('throws nothing but a SkillwayError with a code, whatever the reference is', async () => {
    const catalog = createCatalog([memory()])
    const piece = fc.constantFrom(
      'a',
      '/',
      '..',
      '%2e',
      '%',
      '\\',
      '\0',
      'skill://',
      '#',
      '?',
      ' ',
      'x.md',
      'é',
      '\u202e',
    )
    const reference = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    const methods = ['load', 'read', 'tree', 'explain', 'resolve', 'search', 'locate'] as const
    await fc.assert(
      fc.asyncProperty(reference, fc.constantFrom(...methods), async (text, method) => {
        const failure = await catalog[method](text).then(
          () => undefined,
          (error: unknown) => error,
        )
        expect(failure === undefined || failure instanceof SkillwayError).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})

describe('a program that no compiler has checked', () => {
  const catalog = createCatalog([memory()])
  const anything = [undefined, null, 5, {}, ['a']] as never[]
  const texts = anything.slice(1)

  it.each([
    ['load', anything, 'INVALID_URI', (given: never) => catalog.load(given)],
    ['read', anything, 'INVALID_URI', (given: never) => catalog.read(given)],
    ['tree', anything, 'INVALID_URI', (given: never) => catalog.tree(given)],
    ['explain', anything, 'INVALID_URI', (given: never) => catalog.explain(given)],
    ['load with arguments', texts, 'USAGE', (given: never) => catalog.load('a', { arguments: given })],
    ['read with a file', texts, 'USAGE', (given: never) => catalog.read('a', { file: given })],
    ['list with a query', texts, 'USAGE', (given: never) => catalog.list({ query: given })],
    ['search', anything, 'USAGE', (given: never) => catalog.search(given)],
    ['openCatalog', texts, 'USAGE', (given: never) => openCatalog({ skills: [given], defaults: false })],
    ['openCatalog without a list', ['./x'] as never[], 'USAGE', (skills: never) => openCatalog({ skills })],
  ])('is told by %s what is no text', async (_case, values, code, call) => {
    for (const value of values) {
      const failure = await call(value).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(SkillwayError)
      expect(failure).toMatchObject({ code, hint: expect.stringMatching(/\w/) })
    }
  })

  it('is told of a source without a label', () => {
    expect(() => createCatalog([{} as never])).toThrow("'undefined' is not a valid source label")
  })
})

describe('the root entry', () => {
  it('exports these values and no others', () => {
    expect(Object.keys(library).sort()).toEqual([
      'SkillwayError',
      'createCatalog',
      'directorySource',
      'formatSkillUri',
      'memorySource',
      'openCatalog',
      'parseReference',
    ])
  })
})
