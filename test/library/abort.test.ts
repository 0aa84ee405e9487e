import { describe, expect, it } from 'vitest'
import { type Catalog, createCatalog, memorySource, openCatalog, type SkillSource } from '../../src/index.ts'

const SKILL = '---\nname: slow\ndescription: Slow.\n---\nBody.\n'
const skills = { slow: { 'SKILL.md': SKILL, 'a.md': 'A.\n' } }

/** A source that never answers one of its methods, and knows nothing of signals. */
function stuck(method: 'list' | 'get' | 'read'): SkillSource {
  const source = memorySource('mine', skills)
  return { ...source, [method]: () => new Promise(() => {}) }
}

type Call = (catalog: Catalog, signal: AbortSignal) => Promise<unknown>

const CALLS: [string, 'list' | 'get' | 'read', Call][] = [
  ['list', 'list', (catalog, signal) => catalog.list({ signal })],
  ['list with a query', 'list', (catalog, signal) => catalog.list({ query: 'slow', signal })],
  ['search', 'list', (catalog, signal) => catalog.search('slow', { signal })],
  ['placed', 'list', (catalog, signal) => catalog.placed({ signal })],
  ['resolve', 'list', (catalog, signal) => catalog.resolve('slow', { signal })],
  ['locate', 'list', (catalog, signal) => catalog.locate('skill://slow', { signal })],
  ['tree', 'get', (catalog, signal) => catalog.tree('slow', { signal })],
  ['explain', 'get', (catalog, signal) => catalog.explain('slow', { signal })],
  ['load', 'get', (catalog, signal) => catalog.load('slow', { signal })],
  ['load of a file', 'read', (catalog, signal) => catalog.load('skill://slow/a.md', { signal })],
  ['read', 'read', (catalog, signal) => catalog.read('skill://slow/a.md', { signal })],
]

describe.each(CALLS)('catalog.%s', (_name, method, call) => {
  it('does not begin with a signal that is aborted', async () => {
    const reason = new Error('Not needed any more')
    const catalog = createCatalog([memorySource('mine', skills)])
    await expect(call(catalog, AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  it(`ends while a source that ignores signals is still busy (${method})`, async () => {
    const reason = new Error('Enough')
    const controller = new AbortController()
    const running = call(createCatalog([stuck(method)]), controller.signal)
    setTimeout(() => controller.abort(reason), 20)
    await expect(running).rejects.toBe(reason)
  })

  it('gives an answer with a signal that is never aborted, and leaves no listener on it', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args))
    await call(createCatalog([memorySource('mine', skills)]), signal)
    expect(listeners).toBe(0)
  })
})

describe('openCatalog', () => {
  it('does not begin with a signal that is aborted', async () => {
    const reason = new Error('Not needed any more')
    await expect(openCatalog({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
