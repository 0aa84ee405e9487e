import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { type HttpServer, serveOnHttp } from '../../src/serve/http/listen.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import { CLI, ERAS } from './connect.ts'

let root: string
let upstream: string
let server: HttpServer

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillway-ask-'))
  upstream = join(root, 'upstream')
  await write('First.')
  const source = directorySource({ label: 'local', roots: [{ path: upstream, shown: 'upstream' }] })
  server = await serveOnHttp(createCatalog([source]), { port: 0 })
  const config = { mcpServers: { team: { url: server.url, approval: 'required' } } }
  await writeFile(join(root, 'skillway.yaml'), JSON.stringify(config))
})

afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

async function write(body: string): Promise<void> {
  await mkdir(join(upstream, 'deploy'), { recursive: true })
  await writeFile(
    join(upstream, 'deploy/SKILL.md'),
    `---\nname: deploy\ndescription: Deploys.\n---\n${body}\n`,
  )
}

/** A client whose person answers each question so; it notes what was asked. */
async function connect(era: keyof typeof ERAS, answer: 'yes' | 'no' | 'decline' | 'cannot be asked') {
  const asked: string[] = []
  const capabilities = answer === 'cannot be asked' ? {} : { elicitation: { form: {} } }
  const client = new Client({ name: 't', version: '1' }, { capabilities, versionNegotiation: ERAS[era] })
  if (answer !== 'cannot be asked') {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return answer === 'decline'
        ? { action: 'decline' }
        : { action: 'accept', content: { approve: answer === 'yes' } }
    })
  }
  const state = join(root, `state-${era}`)
  const env = {
    PATH: process.env['PATH']!,
    HOME: root,
    SKILLWAY_STATE_DIR: state,
    SKILLWAY_CACHE_DIR: join(root, 'cache'),
  }
  const args = [CLI, 'serve', '--no-defaults', '--config', join(root, 'skillway.yaml')]
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: root, stderr: 'ignore' }),
  )
  const load = async () => {
    const result = await client.callTool({
      name: 'load_skill',
      arguments: { skill_name: 'skill://team/deploy' },
    })
    return { isError: result.isError === true, text: (result.content[0] as { text: string }).text }
  }
  return { asked, load, [Symbol.asyncDispose]: () => client.close() }
}

describe.each(Object.keys(ERAS) as (keyof typeof ERAS)[])('a skill that waits for approval, at %s', (era) => {
  it('is loaded once the person said yes, asked again after a change, and never by a no', async () => {
    await write('First.')
    {
      await using unable = await connect(era, 'cannot be asked')
      const answer = await unable.load()
      expect(answer.isError).toBe(true)
      expect(answer.text).toContain("skillway approve 'skill://team/deploy'")
    }
    for (const refusal of ['no', 'decline'] as const) {
      await using client = await connect(era, refusal)
      expect((await client.load()).isError).toBe(true)
      expect(client.asked).toHaveLength(1)
    }
    await using client = await connect(era, 'yes')
    const loaded = await client.load()
    expect(loaded).toMatchObject({ isError: false, text: expect.stringContaining('First.') })
    expect(client.asked[0]).toMatch(/deploy[\s\S]*Fingerprint\s+sha256:[0-9a-f]{64}[\s\S]*SKILL\.md/)
    await client.load()
    expect(client.asked).toHaveLength(1)

    await write('Second.')
    await expect
      .poll(async () => (await client.load()).text, { timeout: 15_000, interval: 500 })
      .toContain('Second.')
    expect(client.asked).toHaveLength(2)
    expect(client.asked[1]).not.toBe(client.asked[0])
  }, 60_000)
})
