import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillEntry, SkillSummary } from '../../src/sources/types.ts'
import { openApprovals, type Approvals } from '../../src/trust/approval-record.ts'
import type { Grant } from '../../src/trust/approval-state.ts'
import { approved } from '../../src/trust/approved.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { identityOf } from '../../src/trust/identity.ts'
import { readWithEntry } from '../../src/trust/read-with-entry.ts'
import { verified } from '../../src/trust/verified.ts'
import { CHANGED } from './records.ts'
import { scratchFolders } from './scratch.ts'
import { outcomeOf, REFUNDS, skillFile, upstream, type Upstream } from './upstream.ts'

const scratch = scratchFolders()

async function setUp(approval: 'none' | 'required' = 'required', skills = { refunds: REFUNDS }) {
  const server = upstream(skills)
  const approvals = await openApprovals(join(scratch(), 'state'))
  const source = approved(verified(server), approvals, { approval })
  return { server, approvals, source }
}

async function approve(server: Upstream, approvals: Approvals, grant: Grant = 'load'): Promise<SkillEntry> {
  const entry = (await server.get('refunds'))!
  await approvals.approve({
    identity: identityOf(server, 'refunds'),
    entry,
    grant,
    fingerprint: fingerprintOf(entry)!,
  })
  return entry
}

function allows(server: Upstream, approvals: Approvals, entry: SkillEntry, grant: Grant): Promise<boolean> {
  return approvals.allows(identityOf(server, 'refunds'), entry, grant)
}

describe('a source that requires approval (H39)', () => {
  it('lists a skill that waits, and its entry says so', async () => {
    const { source } = await setUp()
    expect((await source.list()).skills.map(({ name }) => name)).toEqual(['refunds'])
    expect((await source.get('refunds'))!.diagnostics).toEqual([
      {
        code: 'APPROVAL_WAITING',
        severity: 'info',
        path: 'refunds',
        message: "Skill 'refunds' of 'docs' has not been approved yet",
        hint: "Ask the person in charge to look at it and run: skillway approve 'skill://docs/refunds'",
      },
    ])
  })

  it('H18, H33: reads nothing of it, from listing to refusal', async () => {
    const { server, source } = await setUp()
    await source.list()
    for (const path of [...Object.keys(REFUNDS), 'none.md', '../x']) {
      expect(await outcomeOf(source.read('refunds', path))).toBe('APPROVAL_REQUIRED')
    }
    expect(server.calls.filter((call) => call.startsWith('read'))).toEqual([])
  })

  it('gives it once it is approved, without any notice', async () => {
    const { server, source, approvals } = await setUp()
    await approve(server, approvals)
    expect((await source.get('refunds'))!.diagnostics).toEqual([])
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe(REFUNDS['SKILL.md'])
  })

  it.each<Grant>(['execute', 'allowed-tools'])(
    'does not take an approval to %s for one to load',
    async (grant) => {
      const { server, source, approvals } = await setUp()
      await approve(server, approvals, grant)
      expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
    },
  )

  it('D7, D8, H41: waits again after any change, and tells it', async () => {
    const { server, source, approvals } = await setUp()
    await approve(server, approvals)
    server.skills['refunds'] = {
      ...CHANGED,
      'new.md': '',
      'SKILL.md': skillFile('refunds', 'hooks: {a: b}\n'),
    }
    delete server.skills['refunds']['scripts/run.sh']
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
    expect((await source.get('refunds'))!.diagnostics[0]!.message).toBe(
      "Skill 'refunds' of 'docs' has to be approved again: 2 files changed; 1 file added; 1 file removed; frontmatter changed in 'hooks'",
    )
  })

  it('D9: waits also when the approved content comes back', async () => {
    const { server, source, approvals } = await setUp()
    await approve(server, approvals)
    server.skills['refunds'] = CHANGED
    await source.get('refunds')
    server.skills['refunds'] = REFUNDS
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
    expect((await source.get('refunds'))!.diagnostics[0]!.message).toContain(
      'it had other content in between',
    )
  })

  it('H41: a change that only a listing shows revokes as well', async () => {
    const { server, source, approvals } = await setUp()
    const entry = await approve(server, approvals)
    server.skills['refunds'] = CHANGED
    await source.list()
    server.skills['refunds'] = REFUNDS
    expect(await allows(server, approvals, entry, 'load')).toBe(false)
  })

  it('H41: so does a listing that shows no files but another frontmatter', async () => {
    const { server, approvals } = await setUp()
    const entry = await approve(server, approvals)
    const { list } = server
    server.list = async () => {
      const { skills, diagnostics } = await list()
      return { skills: skills.map(withoutFiles), diagnostics }
    }
    const source = approved(verified(server), approvals, { approval: 'required' })
    await source.list()
    expect(await allows(server, approvals, entry, 'load')).toBe(true)
    server.entryLie = (truth) => ({ ...truth, frontmatter: { ...truth.frontmatter, description: 'Other.' } })
    await source.list()
    expect(await allows(server, approvals, entry, 'load')).toBe(false)
  })

  it('H42, H22: a skill in use is read on under its entry, and not any more once that was revoked', async () => {
    const { server, source, approvals } = await setUp()
    await approve(server, approvals)
    const { entry: held } = await readWithEntry(source, 'refunds', 'SKILL.md')
    server.calls = []
    expect(await outcomeOf(source.read('refunds', 'references/guide.md', { held }))).toBe('The guide.\n')
    expect(server.calls).toEqual(['read refunds references/guide.md'])
    server.skills['refunds'] = CHANGED
    expect(await outcomeOf(source.read('refunds', 'references/guide.md', { held }))).toBe(
      'VERIFICATION_FAILED',
    )
    await source.get('refunds')
    expect(await outcomeOf(source.read('refunds', 'scripts/run.sh', { held }))).toBe('APPROVAL_REQUIRED')
  })

  it('H24: the refresh of a stale entry does not slip past the approval', async () => {
    const { server, source, approvals } = await setUp()
    const stale = await approve(server, approvals)
    server.skills['refunds'] = CHANGED
    const { get } = server
    server.get = async (path, options) => (options?.fresh ? get(path, options) : stale)
    const fresh = approved(verified(server), approvals, { approval: 'required' })
    expect(await outcomeOf(fresh.read('refunds', 'references/guide.md'))).toBe('APPROVAL_REQUIRED')
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
  })

  it('D31, H31, H32: approving a skill approves none that is nested in it', async () => {
    const nested = skillFile('nested', 'hooks: {Stop: rm}\n')
    const server = upstream({
      refunds: { ...REFUNDS, 'nested/SKILL.md': nested },
      'refunds/nested': { 'SKILL.md': nested },
    })
    const approvals = await openApprovals(join(scratch(), 'state'))
    const source = approved(verified(server), approvals, { approval: 'required' })
    await approve(server, approvals)
    expect(await outcomeOf(source.read('refunds', 'nested/SKILL.md'))).toBe(nested)
    expect(await outcomeOf(source.read('refunds/nested', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
  })

  it('D13, H43: a dynamic skill never gets out of waiting', async () => {
    const { server, source } = await setUp()
    server.entryLie = (entry) => ({ ...entry, files: 'dynamic' })
    await expect(source.read('refunds', 'SKILL.md')).rejects.toMatchObject({
      code: 'APPROVAL_REQUIRED',
      hint: 'It cannot be approved, because its source gives no digests.',
    })
  })

  it('gives a command to copy that no name from the server can turn into another one', async () => {
    const path = "x'; $(id) `id`; 'y"
    const server = upstream({ [path]: { 'SKILL.md': skillFile('x') } })
    const approvals = await openApprovals(join(scratch(), 'state'))
    const refusal = approved(server, approvals, { approval: 'required' }).read(path, 'SKILL.md')
    await expect(refusal).rejects.toMatchObject({
      hint: expect.stringMatching(/: skillway approve '[^']*'$/),
    })
  })
})

describe('a source that requires none', () => {
  it('loads at once', async () => {
    const { source } = await setUp('none')
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe(REFUNDS['SKILL.md'])
    expect((await source.get('refunds'))!.diagnostics).toEqual([])
  })

  it.each<Grant>(['execute', 'allowed-tools'])('H35, H37: has no approval to %s by that', async (grant) => {
    const { server, source, approvals } = await setUp('none')
    const { entry } = await readWithEntry(source, 'refunds', 'SKILL.md')
    expect(await allows(server, approvals, entry, grant)).toBe(false)
  })

  it('H41: revokes what was approved for running when it changes', async () => {
    const { server, source, approvals } = await setUp('none')
    const entry = await approve(server, approvals, 'execute')
    expect(await allows(server, approvals, entry, 'execute')).toBe(true)
    server.skills['refunds'] = CHANGED
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe(REFUNDS['SKILL.md'])
    server.skills['refunds'] = REFUNDS
    await source.get('refunds')
    expect(await allows(server, approvals, entry, 'execute')).toBe(false)
  })
})

function withoutFiles(skill: SkillSummary): SkillSummary {
  const summary = { ...skill }
  delete summary.files
  return summary
}
