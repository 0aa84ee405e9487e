import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApprovals } from '../../src/trust/approval-record.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { CHANGED, entryWith, identity, records } from './records.ts'

const { opened, approvedEntry } = records()

describe('state H4, H9: a record that cannot be believed', () => {
  it.each([
    ['is cut', (text: string) => text.slice(0, text.length / 2)],
    [
      'was edited to another digest',
      (text: string) => text.replace(/sha256:\w{64}/g, `sha256:${'0'.repeat(64)}`),
    ],
    ['says that nothing was revoked', (text: string) => text.replace('"revoked": true', '"revoked": false')],
  ])('approves nothing, and says so: it %s', async (_, damage) => {
    const { approvals, folder, entry } = await approvedEntry()
    await approvals.check(identity, await entryWith(CHANGED), 'load')
    const path = join(folder, 'approvals.json')
    writeFileSync(path, damage(readFileSync(path, 'utf8')))
    const restarted = await opened(folder)
    expect(await restarted.approvals.check(identity, entry, 'load')).toBe('never')
    expect(restarted.findings.map(({ code }) => code)).toEqual(['STATE_UNREADABLE'])
  })

  it('is not used from a folder that others may write to (state H7)', async () => {
    const { folder } = await approvedEntry()
    chmodSync(folder, 0o777)
    await expect(openApprovals(folder)).rejects.toMatchObject({ code: 'STATE_INVALID' })
  })

  it('keeps fields of any name as they are', async () => {
    const { approvals } = await opened()
    const frontmatter = JSON.parse('{"name":"refunds","description":"x","__proto__":{"x":1},"2":"b","1":"a"}')
    const entry = { ...(await entryWith()), frontmatter }
    await approvals.approve({ identity, entry, grant: 'load', fingerprint: fingerprintOf(entry)! })
    expect(await approvals.check(identity, entry, 'load')).toBe('approved')
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})
