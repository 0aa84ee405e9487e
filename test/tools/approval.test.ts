import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { memorySource } from '../../src/sources/memory.ts'
import { createSkillTools } from '../../src/tools/skill-tools.ts'
import type { ApprovalRequest } from '../../src/tools/with-approval.ts'
import { openApprovals } from '../../src/trust/approval-record.ts'
import { approved } from '../../src/trust/approved.ts'
import { verified } from '../../src/trust/verified.ts'
import { call, callText } from './call.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillway-approval-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const SKILL = { skill_name: 'skill://docs/deploy' }

async function waiting() {
  const file = (body: string) =>
    `---\nname: deploy\ndescription: Deploys.\nallowed-tools: Bash\n---\n${body}\n`
  const skills = { deploy: { 'SKILL.md': file('First.'), 'scripts/run.sh': 'rm -rf x\n' } }
  const server = verified({
    ...memorySource('docs', skills),
    kind: 'mcp',
    endpoint: 'https://docs.example/mcp',
  })
  const approvals = await openApprovals(folder)
  const catalog = createCatalog([approved(server, approvals, { approval: 'required' })])
  const change = (body: string) => (skills.deploy['SKILL.md'] = file(body))
  return { catalog, approvals, change }
}

/** The tools of a conversation whose person answers so; with what was asked. */
function conversation(catalog: Parameters<typeof createSkillTools>[0], answer: () => Promise<boolean>) {
  const asked: ApprovalRequest[] = []
  const onApproval = (request: ApprovalRequest) => {
    asked.push(request)
    return answer()
  }
  return { asked, tools: createSkillTools(catalog, { onApproval }) }
}

describe('a skill that waits for an approval', () => {
  it('is told to the person of the conversation, and loaded after a yes', async () => {
    const { catalog, approvals } = await waiting()
    const { asked, tools } = conversation(catalog, async () => true)
    expect(await callText(tools, 'load_skill', SKILL)).toContain('First.')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      uri: 'skill://docs/deploy',
      name: 'deploy',
      description: 'Deploys.',
      source: { label: 'docs', kind: 'mcp' },
      fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      files: [{ path: 'SKILL.md' }, { path: 'scripts/run.sh', size: 9 }],
    })
    expect(asked[0]!.text).toMatch(
      /https:\/\/docs\.example\/mcp[\s\S]*Scripts: scripts\/run\.sh\nAsks for tools: Bash/,
    )
    expect(await approvals.list()).toMatchObject([{ grant: 'load', fingerprint: asked[0]!.fingerprint }])
    await callText(tools, 'read_reference_file', { ...SKILL, file_name: 'scripts/run.sh' })
    expect(asked).toHaveLength(1)
  })

  it('is asked about again once it changed, and when the old content comes back', async () => {
    const { catalog, change } = await waiting()
    const { asked, tools } = conversation(catalog, async () => true)
    for (const body of ['First.', 'Second.', 'First.']) {
      change(body)
      expect(await callText(tools, 'load_skill', SKILL)).toContain(body)
    }
    expect(asked).toHaveLength(3)
  })

  it('is refused after a no, and not asked about again in this conversation', async () => {
    const { catalog, approvals } = await waiting()
    const { asked, tools } = conversation(catalog, async () => false)
    for (let count = 0; count < 3; count++) {
      expect(await call(tools, 'load_skill', SKILL)).toMatchObject({
        isError: true,
        code: 'APPROVAL_REFUSED',
      })
    }
    expect(asked).toHaveLength(1)
    expect(await approvals.list()).toEqual([])
    const other = conversation(catalog, async () => true)
    expect(await callText(other.tools, 'load_skill', SKILL)).toContain('First.')
  })

  it('is asked about once by calls that run side by side', async () => {
    const { catalog } = await waiting()
    const { asked, tools } = conversation(catalog, async () => true)
    await Promise.all([1, 2, 3].map(() => callText(tools, 'load_skill', SKILL)))
    expect(asked).toHaveLength(1)
  })

  it('is not approved by anything but true', async () => {
    const { catalog, approvals } = await waiting()
    const { tools } = conversation(catalog, async () => 'yes' as unknown as boolean)
    expect(await call(tools, 'load_skill', SKILL)).toMatchObject({ code: 'APPROVAL_REFUSED' })
    expect(await approvals.list()).toEqual([])
  })

  it('stays as it is where asking fails, and can be asked about again', async () => {
    const { catalog, approvals } = await waiting()
    const { asked, tools } = conversation(catalog, async () => Promise.reject(new Error('no window')))
    expect(await call(tools, 'load_skill', SKILL)).toMatchObject({ isError: true, code: 'INTERNAL' })
    expect(await call(tools, 'load_skill', SKILL)).toMatchObject({ isError: true })
    expect(asked).toHaveLength(2)
    expect(await approvals.list()).toEqual([])
  })

  it('is not approved if it changed while the person was looking', async () => {
    const { catalog, change } = await waiting()
    const { asked, tools } = conversation(catalog, async () => {
      change(`Changed ${asked.length}.`)
      return true
    })
    const answer = await call(tools, 'load_skill', SKILL)
    expect(answer).toMatchObject({ isError: true })
    expect(JSON.stringify(answer)).not.toContain('Changed')
  })

  it('ends the wait with the call', async () => {
    const { catalog } = await waiting()
    const { tools } = conversation(catalog, () => new Promise(() => {}))
    const load = tools.find(({ name }) => name === 'load_skill')!
    await expect(load.run(SKILL, { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout/i)
  })

  it('says which command approves where the host does not ask', async () => {
    const { catalog } = await waiting()
    const tools = createSkillTools(catalog)
    expect(await call(tools, 'load_skill', SKILL)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    expect(await callText(tools, 'load_skill', SKILL)).toContain("skillway approve 'skill://docs/deploy'")
  })

  it('has no tool that a model could approve with', async () => {
    const { catalog } = await waiting()
    const { tools } = conversation(catalog, async () => false)
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'list_skills',
      'load_skill',
      'load_skill_metadata',
      'read_reference_file',
      'search_skills',
    ])
    for (const tool of tools)
      await tool.run({ ...SKILL, approve: true, fingerprint: 'x', query: 'q', file_name: 'f' })
    expect(await call(createSkillTools(catalog), 'load_skill', SKILL)).toMatchObject({
      code: 'APPROVAL_REQUIRED',
    })
  })
})
