import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { openApprovals } from '../../src/trust/approval-record.ts'
import { approved } from '../../src/trust/approved.ts'
import { openBlobStore } from '../../src/trust/blob-store.ts'
import { cached } from '../../src/trust/cached.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { identityOf } from '../../src/trust/identity.ts'
import { verified } from '../../src/trust/verified.ts'
import type { SkillFolders } from '../sources/contract-skills.ts'
import { sourceContract } from '../sources/contract.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skillway-contract-'))
  folders.push(folder)
  return folder
}

async function asVerified(skills: SkillFolders): Promise<SkillSource> {
  return verified(memorySource('docs', skills))
}

async function asCached(skills: SkillFolders): Promise<SkillSource> {
  return cached(memorySource('docs', skills), await openBlobStore(join(scratch(), 'cache')))
}

async function asCachedAndVerified(skills: SkillFolders): Promise<SkillSource> {
  return cached(await asVerified(skills), await openBlobStore(join(scratch(), 'cache')))
}

async function asApproved(source: SkillSource, approval: 'none' | 'required'): Promise<SkillSource> {
  const approvals = await openApprovals(join(scratch(), 'state'))
  for (const { skillPath } of (await source.list()).skills) {
    const entry = (await source.get(skillPath))!
    const request = { identity: identityOf(source, skillPath), entry, fingerprint: fingerprintOf(entry)! }
    await approvals.approve({ ...request, grant: 'load' })
  }
  return approved(source, approvals, { approval })
}

sourceContract('verified', asVerified)
sourceContract('cached', asCached)
sourceContract('approved without need', async (skills) => asApproved(memorySource('docs', skills), 'none'))
sourceContract('approved', async (skills) => asApproved(memorySource('docs', skills), 'required'))
sourceContract('approved, cached and verified', async (skills) =>
  asApproved(await asCachedAndVerified(skills), 'required'),
)
