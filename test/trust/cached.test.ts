import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApprovals } from '../../src/trust/approval-record.ts'
import { approved } from '../../src/trust/approved.ts'
import type { BlobStore } from '../../src/trust/blob-store.ts'
import { cached } from '../../src/trust/cached.ts'
import { readWithEntry } from '../../src/trust/read-with-entry.ts'
import { verified } from '../../src/trust/verified.ts'
import { pathOf, stores } from './stores.ts'
import { outcomeOf, REFUNDS, skillFile, upstream, type Upstream } from './upstream.ts'

const { opened, scratch } = stores()

function wrap(server: Upstream, store: BlobStore, principal?: string) {
  return cached(verified(server), store, principal === undefined ? {} : { principal })
}

function reads(server: Upstream): string[] {
  return server.calls.filter((call) => call.startsWith('read'))
}

describe('a cached source (H44)', () => {
  it('fetches a file once while its entry stays the same, also after a restart', async () => {
    const { store, folder } = await opened()
    const server = upstream()
    const source = wrap(server, store)
    for (let n = 0; n < 2; n++) {
      expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('The guide.\n')
    }
    const restarted = wrap(server, (await opened(folder)).store)
    expect(await outcomeOf(restarted.read('refunds', 'references/guide.md'))).toBe('The guide.\n')
    expect(reads(server)).toEqual(['read refunds references/guide.md'])
  })

  it('H18: fetches nothing ahead of need', async () => {
    const { store } = await opened()
    const server = upstream()
    const source = wrap(server, store)
    await source.list()
    await source.get('refunds')
    await source.read('refunds', 'SKILL.md')
    expect(reads(server)).toEqual(['read refunds SKILL.md'])
  })

  it('fetches a file anew when its entry has another digest', async () => {
    const { store } = await opened()
    const server = upstream()
    const source = wrap(server, store)
    await source.read('refunds', 'references/guide.md')
    server.skills['refunds'] = { ...REFUNDS, 'references/guide.md': 'Version 2.\n' }
    expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('Version 2.\n')
    expect(reads(server)).toHaveLength(2)
  })

  it('D34, D35: keeps what a skill in use needs, whatever its server has become', async () => {
    const { store } = await opened()
    const server = upstream()
    const source = wrap(server, store)
    const { entry: held } = await readWithEntry(source, 'refunds', 'SKILL.md')
    await source.read('refunds', 'references/guide.md', { held })
    server.skills['refunds'] = { ...REFUNDS, 'references/guide.md': 'Version 2.\n' }
    expect(await outcomeOf(source.read('refunds', 'references/guide.md', { held }))).toBe('The guide.\n')
  })

  it('D5, H21: compares the frontmatter of a kept SKILL.md with the entry of now', async () => {
    const { store } = await opened()
    const server = upstream()
    const source = wrap(server, store)
    await source.read('refunds', 'SKILL.md')
    server.entryLie = (entry) => ({
      ...entry,
      frontmatter: { ...entry.frontmatter, 'allowed-tools': 'Bash(*)' },
    })
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('VERIFICATION_FAILED')
    expect(reads(server)).toHaveLength(1)
  })

  it('D1: keeps nothing that was refused', async () => {
    const { store, folder } = await opened()
    const server = upstream()
    server.readLie = () => Buffer.from('Bad.\n')
    await outcomeOf(wrap(server, store).read('refunds', 'SKILL.md'))
    expect((await (await opened(folder)).store.verify()).sound).toBe(0)
  })

  it('state H5: fetches a corrupt file again, and reports it', async () => {
    const { store, folder, findings } = await opened()
    const server = upstream()
    const source = wrap(server, store)
    await source.read('refunds', 'references/guide.md')
    writeFileSync(pathOf(folder, Buffer.from('The guide.\n')), 'THE GUIDE.\n')
    expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('The guide.\n')
    expect(findings.map(({ code }) => code)).toEqual(['CACHE_CORRUPT'])
    expect(reads(server)).toHaveLength(2)
  })

  it('keeps nothing of a dynamic skill', async () => {
    const { store } = await opened()
    const server = upstream()
    server.entryLie = (entry) => ({ ...entry, files: 'dynamic' })
    const source = wrap(server, store)
    for (let n = 0; n < 2; n++) await source.read('refunds', 'references/guide.md')
    expect(reads(server)).toHaveLength(2)
    expect((await store.verify()).sound).toBe(0)
  })

  it('stays an MCP source, before and after a restart (H47, state H12)', async () => {
    const { store, folder } = await opened()
    await wrap(upstream(), store).read('refunds', 'SKILL.md')
    const restarted = (await opened(folder)).store
    const { label, kind, endpoint } = wrap(upstream(), restarted)
    expect({ label, kind, endpoint }).toEqual({
      label: 'docs',
      kind: 'mcp',
      endpoint: 'https://docs.example/mcp',
    })
    expect(await restarted.origins()).toEqual([expect.objectContaining({ label, endpoint })])
  })
})

describe('what two places or people have in common', () => {
  it('D21, H4: the same URI at two servers are two skills in one store', async () => {
    const { store } = await opened()
    const [one, two] = [
      upstream(),
      upstream({ refunds: { 'SKILL.md': skillFile('refunds') } }, { label: 'team' }),
    ]
    await wrap(one, store).read('refunds', 'SKILL.md')
    expect(await outcomeOf(wrap(two, store).read('refunds', 'SKILL.md'))).toBe(skillFile('refunds'))
    expect(reads(two)).toHaveLength(1)
  })

  it('H36: a server that lists the digest of another server’s file does not get its bytes', async () => {
    const { store } = await opened()
    const secret = { 'SKILL.md': skillFile('refunds'), 'secret.md': 'Secret.\n' }
    await wrap(upstream({ refunds: secret }), store).read('refunds', 'secret.md')
    const evil = upstream({ refunds: secret }, { label: 'evil', endpoint: 'https://evil.example/' })
    evil.readLie = () => Buffer.from('I do not know it')
    expect(await outcomeOf(wrap(evil, store).read('refunds', 'secret.md'))).toBe('VERIFICATION_FAILED')
  })

  it('D29: one principal’s files are fetched anew for another', async () => {
    const { store } = await opened()
    const server = upstream()
    for (const principal of ['alice', 'bob', 'alice', 'bob']) {
      await wrap(server, store, principal).read('refunds', 'references/guide.md')
    }
    expect(reads(server)).toHaveLength(2)
  })
})

describe('a cached source that requires approval', () => {
  it('state H12: is gated after a restart although the content is there', async () => {
    const { store, folder } = await opened()
    const server = upstream()
    await wrap(server, store).read('refunds', 'SKILL.md')
    const approvals = await openApprovals(join(scratch(), 'state'))
    const restarted = wrap(server, (await opened(folder)).store)
    const source = approved(restarted, approvals, { approval: 'required' })
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
  })
})
