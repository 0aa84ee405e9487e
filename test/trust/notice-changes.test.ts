import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillEntry, SourceListing } from '../../src/sources/types.ts'
import { openApprovals, type Approvals } from '../../src/trust/approval-record.ts'
import { approved } from '../../src/trust/approved.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { verified } from '../../src/trust/verified.ts'
import { CHANGED, entryWith, identity } from './records.ts'
import { scratchFolders } from './scratch.ts'
import { outcomeOf, REFUNDS, upstream, type Upstream } from './upstream.ts'

const scratch = scratchFolders()

/** A source that answers from what it was told before, unless it is asked afresh; its listing is kept for good. */
function keeping(server: Upstream): Upstream {
  const { get, list } = server
  const kept = new Map<string, SkillEntry | undefined>()
  let listing: SourceListing | undefined
  server.list = async () => {
    listing ??= await list()
    for (const skill of listing.skills) kept.set(skill.skillPath, skill as SkillEntry)
    return listing
  }
  server.get = async (path, options) => {
    if (options?.fresh || !kept.has(path)) kept.set(path, await get(path, options))
    return kept.get(path)
  }
  return server
}

async function setUp(server = keeping(upstream())) {
  const folder = join(scratch(), 'state')
  const source = approved(verified(server), await openApprovals(folder), { approval: 'required' })
  return { server, source, approvals: await openApprovals(folder) }
}

/** As a person would do it, in another process, for what the server serves now. */
async function approve(approvals: Approvals, files = REFUNDS): Promise<void> {
  const entry = await entryWith(files)
  await approvals.approve({ identity, entry, grant: 'load', fingerprint: fingerprintOf(entry)! })
}

describe('an approval of content that a running process has not seen yet', () => {
  it('is not revoked by an older entry that its source still keeps', async () => {
    const { server, source, approvals } = await setUp()
    await source.get('refunds')
    server.skills['refunds'] = CHANGED
    await approve(approvals, CHANGED)
    expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('Another guide.\n')
    expect((await approvals.list()).map(({ revoked }) => revoked)).toEqual([false])
  })

  it('is not revoked by an older entry that came with a listing', async () => {
    const { server, source, approvals } = await setUp()
    await source.list()
    server.skills['refunds'] = CHANGED
    await approve(approvals, CHANGED)
    expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('Another guide.\n')
  })

  it('is not revoked by the older listing itself', async () => {
    const { server, source, approvals } = await setUp()
    await source.list()
    server.skills['refunds'] = CHANGED
    await approve(approvals, CHANGED)
    await source.list()
    await source.list()
    expect((await approvals.list()).map(({ revoked }) => revoked)).toEqual([false])
  })
})

describe('an approval of content that a running process knows', () => {
  it('D7: is revoked by the first other entry, though the source has the old one again when it is asked afresh', async () => {
    const { server, source, approvals } = await setUp()
    await source.get('refunds')
    await approve(approvals)
    server.skills['refunds'] = CHANGED
    server.calls = []
    await source.get('refunds', { fresh: true })
    server.skills['refunds'] = REFUNDS
    expect(server.calls).toEqual(['get refunds fresh'])
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
  })

  it('D34: is revoked by older content that the source really serves again', async () => {
    const { server, source, approvals } = await setUp()
    await source.get('refunds')
    server.skills['refunds'] = CHANGED
    await approve(approvals, CHANGED)
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe(REFUNDS['SKILL.md'])
    server.skills['refunds'] = REFUNDS
    server.calls = []
    await source.get('refunds', { fresh: true })
    expect(server.calls).toEqual(['get refunds fresh'])
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
    expect((await approvals.list()).map(({ revoked }) => revoked)).toEqual([true])
  })

  it('H41: is revoked by a new listing that shows other content, whatever the source says when asked about the skill', async () => {
    const { list } = upstream({ refunds: CHANGED })
    const { source, approvals } = await setUp({ ...upstream(), list })
    await approve(approvals)
    await source.list()
    expect((await approvals.list()).map(({ revoked }) => revoked)).toEqual([true])
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
  })

  it('is revoked by a listing that was there before it, once the source confirms what that shows', async () => {
    const { server, source, approvals } = await setUp()
    await source.list()
    server.skills['refunds'] = CHANGED
    await approve(approvals, CHANGED)
    server.skills['refunds'] = REFUNDS
    await source.list()
    expect((await approvals.list()).map(({ revoked }) => revoked)).toEqual([true])
  })

  it('outlasts a server that shows ever other content only for other skills', async () => {
    const { server, source, approvals } = await setUp()
    await approve(approvals)
    for (let n = 0; n < 40; n++) {
      server.skills['other'] = { 'SKILL.md': `---\nname: other\ndescription: Version ${n}.\n---\n` }
      await source.get('other', { fresh: true })
    }
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe(REFUNDS['SKILL.md'])
  })
})
