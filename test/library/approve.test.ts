import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCatalog, memorySource, openCatalog } from '../../src/index.ts'
import { type HttpServer, serveOnHttp } from '../../src/serve/http/listen.ts'
import { createSkillTools } from '../../src/tools/index.ts'

let folder: string
let server: HttpServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillway-approve-'))
  vi.stubEnv('SKILLWAY_STATE_DIR', join(folder, 'state'))
  vi.stubEnv('SKILLWAY_CACHE_DIR', join(folder, 'cache'))
  const skills = { deploy: { 'SKILL.md': '---\nname: deploy\ndescription: Deploys.\n---\nDeploy it.\n' } }
  server = await serveOnHttp(createCatalog([memorySource('mine', skills)]), { port: 0 })
  const mcpServers = { team: { url: server.url, approval: 'required' } }
  await writeFile(join(folder, 'skillway.yaml'), JSON.stringify({ mcpServers }))
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the catalog as a host does, and loads the skill once its server is there. */
async function load(onApproval?: () => Promise<boolean>) {
  await using catalog = await openCatalog({ cwd: folder, defaults: false })
  await expect.poll(async () => (await catalog.list()).total, { timeout: 15_000 }).toBe(1)
  const tool = createSkillTools(catalog, { onApproval }).find(({ name }) => name === 'load_skill')!
  return await tool.run({ skill_name: 'skill://team/deploy' })
}

describe('a host of models with a server whose skills wait for approval', () => {
  it('asks its person once; the yes holds for programs that open the same config later', async () => {
    expect(await load()).toMatchObject({ isError: true, code: 'APPROVAL_REQUIRED' })
    const ask = vi.fn<() => Promise<boolean>>(async () => true)
    expect((await load(ask)).content[0]).toMatchObject({ text: expect.stringContaining('Deploy it.') })
    expect(ask).toHaveBeenCalledOnce()
    expect((await load()).content[0]).toMatchObject({ text: expect.stringContaining('Deploy it.') })
  }, 60_000)
})
