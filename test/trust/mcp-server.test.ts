import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillSource } from '../../src/sources/types.ts'
import { openApprovals } from '../../src/trust/approval-record.ts'
import { approved } from '../../src/trust/approved.ts'
import { cached } from '../../src/trust/cached.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { identityOf } from '../../src/trust/identity.ts'
import { readWithEntry } from '../../src/trust/read-with-entry.ts'
import { verified } from '../../src/trust/verified.ts'
import { faulty, folderOf, skillText, sourceOf, stdioServer, textOf } from '../sources/mcp/upstream.ts'
import { stores } from './stores.ts'
import { outcomeOf } from './upstream.ts'

const { opened, scratch } = stores()
const FILES = {
  'refunds/SKILL.md': skillText('refunds'),
  'refunds/references/guide.md': 'The guide.\n',
}

/** The whole composition over a source, with approval required. */
async function trusted(source: SkillSource) {
  const { store, folder } = await opened()
  const approvals = await openApprovals(join(scratch(), 'state'))
  const checked = cached(verified(source), store)
  const approve = async (skillPath: string) => {
    const entry = (await checked.get(skillPath))!
    const identity = identityOf(source, skillPath)
    await approvals.approve({ identity, entry, grant: 'load', fingerprint: fingerprintOf(entry)! })
  }
  return { source: approved(checked, approvals, { approval: 'required' }), approve, store, folder }
}

describe('a real MCP server, approved, cached and verified', () => {
  it('is read once approved, from the cache after the server is gone, and refused once it changed', async () => {
    const root = folderOf(FILES)
    const server = sourceOf(stdioServer('skills-server.mjs', root))
    const { source, approve, store } = await trusted(server)
    expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('APPROVAL_REQUIRED')
    await approve('refunds')
    const { entry: held, bytes } = await readWithEntry(source, 'refunds', 'SKILL.md')
    expect(textOf(bytes)).toBe(FILES['refunds/SKILL.md'])
    expect(await outcomeOf(source.read('refunds', 'references/guide.md', { held }))).toBe('The guide.\n')
    expect(await store.origins()).toEqual([
      expect.objectContaining({ label: 'docs', endpoint: expect.stringMatching(/^stdio:node#sha256:/) }),
    ])
    writeFileSync(join(root, 'refunds/references/guide.md'), 'Another guide.\n')
    writeFileSync(join(root, '.reload'), 'now')
    await expect
      .poll(() =>
        source.get('refunds', { fresh: true }).then((entry) => entry!.diagnostics.map(({ code }) => code)),
      )
      .toEqual(['APPROVAL_WAITING'])
    expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('APPROVAL_REQUIRED')
    await approve('refunds')
    expect(await outcomeOf(source.read('refunds', 'references/guide.md'))).toBe('Another guide.\n')
  })

  it('goes on under the held entry from the cache when the server is gone (H22)', async () => {
    const server = sourceOf(stdioServer('skills-server.mjs', folderOf(FILES)))
    const { source, approve } = await trusted(server)
    await approve('refunds')
    const { entry: held } = await readWithEntry(source, 'refunds', 'SKILL.md')
    await server.close()
    expect(await outcomeOf(source.read('refunds', 'SKILL.md', { held }))).toBe(FILES['refunds/SKILL.md'])
    expect(await outcomeOf(source.read('refunds', 'references/guide.md', { held }))).toBe(
      'SOURCE_UNAVAILABLE',
    )
  })

  it.each(['other-bytes', 'two-contents', 'other-uri', 'text-and-blob', 'lone-surrogate', 'large-file'])(
    'never gives bytes of one that lies in its answers to reads: %s (D1, D15, D18)',
    async (fault) => {
      const server = sourceOf(await faulty('stdio', fault))
      const { source, approve, store } = await trusted(server)
      await approve('refunds')
      expect(await outcomeOf(source.read('refunds', 'SKILL.md'))).toBe('VERIFICATION_FAILED')
      expect(await store.origins()).toEqual([])
    },
  )
})
