import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import type { SkillEntry } from '../../src/sources/types.ts'
import { openApprovals } from '../../src/trust/approval-record.ts'
import { GRANTS } from '../../src/trust/approval-state.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { watchedFs } from './watched-fs.ts'
import { CHANGED, entryWith, identity, records } from './records.ts'
import { filesOf, REFUNDS, skillFile, withFile } from './upstream.ts'

const { opened, approvedEntry } = records()
afterEach(() => {
  vi.useRealTimers()
})

describe('the record of approvals (H40)', () => {
  it('knows nothing before anybody approved', async () => {
    const { approvals } = await opened()
    expect(await approvals.check(identity, await entryWith(), 'load')).toBe('never')
    expect(await approvals.allows(identity, await entryWith(), 'load')).toBe(false)
    expect(await approvals.list()).toEqual([])
  })

  it('remembers over a restart, with all that was shown', async () => {
    const { folder, entry } = await approvedEntry()
    const { approvals } = await opened(folder)
    expect(await approvals.check(identity, entry, 'load')).toBe('approved')
    expect(await approvals.allows(identity, entry, 'load')).toBe(true)
    expect(await approvals.list()).toEqual([
      expect.objectContaining({
        ...identity,
        grant: 'load',
        fingerprint: fingerprintOf(entry),
        files: entry.files,
        frontmatter: '{"description":"Handles refunds.","name":"refunds"}',
        revoked: false,
      }),
    ])
  })

  it.each(GRANTS)('H35, H37: an approval to %s is no approval for anything else', async (grant) => {
    const { approvals, entry } = await approvedEntry(grant)
    for (const other of GRANTS) {
      expect(await approvals.check(identity, entry, other)).toBe(other === grant ? 'approved' : 'never')
    }
  })

  it.each([
    ['D21: another source', { label: 'evil' }],
    ['D24: the same label at another endpoint', { endpoint: 'https://evil.example/mcp' }],
    ['H32, D31: a skill nested in it', { uri: 'skill://refunds/nested' }],
    ['H5: a skill of another path', { uri: 'skill://refunds2' }],
  ])('does not hold for %s', async (_, difference) => {
    const { approvals, entry } = await approvedEntry()
    const other = { ...identity, ...difference }
    expect(await approvals.check(other, entry, 'load')).toBe('never')
    expect(await approvals.allows(other, entry, 'load')).toBe(false)
    expect(await approvals.check(identity, entry, 'load')).toBe('approved')
  })

  it('state H10: refuses the fingerprint of anything but the current entry, and changes nothing', async () => {
    const { approvals, entry } = await approvedEntry()
    const changed = await entryWith(CHANGED)
    const stale = { identity, entry: changed, grant: 'load', fingerprint: fingerprintOf(entry)! } as const
    await expect(approvals.approve(stale)).rejects.toMatchObject({
      code: 'APPROVAL_REFUSED',
      message: "Skill 'refunds' cannot be approved: it is not what was shown: it has changed since",
    })
    expect(await approvals.check(identity, entry, 'load')).toBe('approved')
  })

  it('D13, H43: refuses a dynamic skill', async () => {
    const { approvals } = await opened()
    const entry: SkillEntry = { ...(await entryWith()), files: 'dynamic' }
    await expect(
      approvals.approve({ identity, entry, grant: 'load', fingerprint: '' }),
    ).rejects.toMatchObject({
      code: 'APPROVAL_REFUSED',
    })
    expect(await approvals.check(identity, entry, 'load')).toBe('never')
  })

  it('refuses an entry that names two files which are one on some systems', async () => {
    const { approvals } = await opened()
    const entry = await entryWith({ ...REFUNDS, 'References/Guide.md': 'Twin.\n' })
    await expect(
      approvals.approve({ identity, entry, grant: 'load', fingerprint: fingerprintOf(entry)! }),
    ).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' })
  })
})

describe('an approval is revoked (H41)', () => {
  const nothing = { added: [], removed: [], changed: [], frontmatter: [], becameDynamic: false }

  it.each([
    ['D7: changes a file', CHANGED, { ...nothing, changed: ['references/guide.md'] }],
    ['D8: adds a file', { ...REFUNDS, 'a.md': '' }, { ...nothing, added: ['a.md'] }],
    [
      'D8: removes a file',
      { 'SKILL.md': REFUNDS['SKILL.md']! },
      { ...nothing, removed: ['references/guide.md', 'scripts/run.sh'] },
    ],
    [
      'changes its frontmatter',
      { ...REFUNDS, 'SKILL.md': skillFile('refunds', 'allowed-tools: Bash\n') },
      { ...nothing, changed: ['SKILL.md'], frontmatter: [{ field: 'allowed-tools', after: 'Bash' }] },
    ],
  ])('when the skill %s, and tells the change', async (_, files, changed) => {
    const { approvals, findings } = await approvedEntry()
    expect(await approvals.check(identity, await entryWith(files), 'load')).toEqual({
      changed,
      cameBack: false,
    })
    expect(findings.map(({ code }) => code)).toEqual(['APPROVAL_REVOKED'])
    expect((await approvals.list()).map(({ revoked }) => revoked)).toEqual([true])
  })

  it('when only the listing lies about the frontmatter, before anything is loaded', async () => {
    const { approvals, entry } = await approvedEntry()
    const lying = { ...entry, frontmatter: { ...entry.frontmatter, description: 'Other.' } }
    expect(await approvals.check(identity, lying, 'load')).toMatchObject({
      changed: { frontmatter: [{ field: 'description', before: 'Handles refunds.', after: 'Other.' }] },
    })
  })

  it('when only a size changes', async () => {
    const { approvals, entry } = await approvedEntry()
    const other = withFile(entry, 'SKILL.md', { size: 1 })
    expect(await approvals.check(identity, other, 'load')).toMatchObject({
      changed: { changed: ['SKILL.md'] },
    })
  })

  it('when the source gives no digests any more', async () => {
    const { approvals, entry } = await approvedEntry()
    expect(await approvals.check(identity, { ...entry, files: 'dynamic' }, 'load')).toMatchObject({
      changed: { becameDynamic: true },
    })
    expect(await approvals.check(identity, entry, 'load')).toMatchObject({ cameBack: true })
  })

  it('D9: for good: when the old content comes back it has to be approved again, also after a restart', async () => {
    const { approvals, folder, entry } = await approvedEntry()
    await approvals.check(identity, await entryWith(CHANGED), 'load')
    expect(await approvals.check(identity, entry, 'load')).toEqual({ changed: nothing, cameBack: true })
    expect(await approvals.allows(identity, entry, 'load')).toBe(false)
    const restarted = (await opened(folder)).approvals
    expect(await restarted.check(identity, entry, 'load')).toMatchObject({ cameBack: true })
    await restarted.approve({ identity, entry, grant: 'load', fingerprint: fingerprintOf(entry)! })
    expect(await restarted.check(identity, entry, 'load')).toBe('approved')
    expect(await approvals.check(identity, entry, 'load')).toBe('approved')
  })

  it('D34: an old version that is replayed after an update was approved is a change as well', async () => {
    const { approvals, entry } = await approvedEntry()
    const update = await entryWith(CHANGED)
    await approvals.check(identity, update, 'load')
    await approvals.approve({ identity, entry: update, grant: 'load', fingerprint: fingerprintOf(update)! })
    expect(await approvals.check(identity, update, 'load')).toBe('approved')
    expect(await approvals.check(identity, entry, 'load')).toMatchObject({ cameBack: false })
    expect(await approvals.check(identity, update, 'load')).toMatchObject({ cameBack: true })
  })

  it('for every grant at once, whichever is asked about', async () => {
    const { approvals, entry } = await approvedEntry('load')
    await approvals.approve({ identity, entry, grant: 'execute', fingerprint: fingerprintOf(entry)! })
    await approvals.check(identity, await entryWith(CHANGED), 'allowed-tools')
    expect(await approvals.allows(identity, entry, 'load')).toBe(false)
    expect(await approvals.allows(identity, entry, 'execute')).toBe(false)
  })

  it('but not by an entry that is merely still in use', async () => {
    const { approvals, entry } = await approvedEntry()
    const old = await entryWith(CHANGED)
    expect(await approvals.allows(identity, old, 'load')).toBe(false)
    expect(await approvals.check(identity, entry, 'load')).toBe('approved')
  })

  it('also where the file cannot be written: this process does not forget, and says so', async () => {
    const { folder, entry } = await approvedEntry()
    const findings: Diagnostic[] = []
    const fs = watchedFs((step) => {
      if (step === 'rename') throw Object.assign(new Error('EROFS'), { code: 'EROFS' })
    })
    const approvals = await openApprovals(folder, { fs, onDiagnostic: (finding) => findings.push(finding) })
    await approvals.check(identity, await entryWith(CHANGED), 'load')
    expect(findings.map(({ code }) => code)).toEqual(['APPROVAL_REVOKED', 'STATE_UNWRITABLE'])
    expect(await approvals.check(identity, entry, 'load')).toMatchObject({ cameBack: true })
    expect(await approvals.allows(identity, entry, 'load')).toBe(false)
  })

  it('state H3: not lost when two processes change the record at once', async () => {
    const { folder, entry } = await approvedEntry()
    const [one, two] = [(await opened(folder)).approvals, (await opened(folder)).approvals]
    const others = Array.from({ length: 10 }, (_, n) => ({ ...identity, uri: `skill://s${n}` }))
    const changed = await entryWith(CHANGED)
    await Promise.all([
      one.check(identity, changed, 'load'),
      ...others.map((other) =>
        two.approve({ identity: other, entry, grant: 'load', fingerprint: fingerprintOf(entry)! }),
      ),
    ])
    const rows = await one.list()
    expect(rows).toHaveLength(11)
    expect(rows.filter(({ revoked }) => revoked).map(({ uri }) => uri)).toEqual(['skill://refunds'])
  })
})

describe('what is no change', () => {
  it('D10: another order of files and of fields', async () => {
    const { approvals, entry } = await approvedEntry()
    const reordered: SkillEntry = {
      ...entry,
      files: filesOf(entry).toReversed(),
      frontmatter: Object.fromEntries(Object.entries(entry.frontmatter).toReversed()),
    }
    expect(await approvals.check(identity, reordered, 'load')).toBe('approved')
  })

  it('state H13: a clock that jumps a year either way', async () => {
    const { folder, entry } = await approvedEntry()
    for (const year of ['2001', '2031', '2099']) {
      vi.setSystemTime(new Date(`${year}-01-01`))
      const { approvals } = await opened(folder)
      expect(await approvals.check(identity, entry, 'load')).toBe('approved')
      await approvals.approve({ identity, entry, grant: 'execute', fingerprint: fingerprintOf(entry)! })
    }
  })
})

describe('taking approvals back', () => {
  it('takes one grant or all of a skill, and says what', async () => {
    const { approvals, entry } = await approvedEntry('load')
    await approvals.approve({ identity, entry, grant: 'execute', fingerprint: fingerprintOf(entry)! })
    expect((await approvals.revoke(identity, 'execute')).map(({ grant }) => grant)).toEqual(['execute'])
    expect(await approvals.check(identity, entry, 'load')).toBe('approved')
    expect((await approvals.revoke(identity)).map(({ grant }) => grant)).toEqual(['load'])
    expect(await approvals.check(identity, entry, 'load')).toBe('never')
    expect(await approvals.revoke(identity)).toEqual([])
  })

  it('state H11: takes all of a source that is no longer used', async () => {
    const { approvals, entry } = await approvedEntry()
    const other = { ...identity, label: 'other' }
    await approvals.approve({ identity: other, entry, grant: 'load', fingerprint: fingerprintOf(entry)! })
    expect(await approvals.forgetSource('docs')).toHaveLength(1)
    expect(await approvals.check(identity, entry, 'load')).toBe('never')
    expect(await approvals.check(other, entry, 'load')).toBe('approved')
  })
})
