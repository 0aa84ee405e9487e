import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import type { Catalog } from '../../src/catalog/types.ts'
import { type HttpServer, serveOnHttp } from '../../src/serve/http/listen.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import { mcpSource } from '../../src/sources/mcp/mcp-source.ts'
import { titled } from '../titled.ts'
import { ERA_NAMES, type Era } from './http/requests.ts'
import { judge, type Verdict } from './oracle.ts'
import { FAULTS, withFault } from './planted.ts'
import { publish, type Published } from './published.ts'
import { httpWire, stdioWire, type Wire } from './wire.ts'

/** The duties of a server (SEP-2640), as the oracle checks them. */
const DUTIES: [string, string][] = [
  ['S1', 'declares the extension inline, with its option'],
  ['S2', 'lists every skill that it publishes, and no other'],
  ['S3', 'reads every folder as a directory'],
  ['S4', 'declares resources too'],
  ['S5', 'publishes only skills with a name and a description'],
  ['S6', 'uses skill:// and one spelling of each URI'],
  ['S7', 'ends each path in the name of the skill'],
  ['S8', 'begins each path with what may stand for an authority'],
  ['S9', 'shows each SKILL.md as a resource with type, name and description'],
  ['S10', 'has resources in every entry'],
  ['S11', 'has every file of the skill in its entry once, those of nested skills too'],
  ['S12', 'has nothing in an entry that is outside of the skill'],
  ['S13', 'gives digest and size of the very bytes that it serves'],
  ['S14', 'says dynamic only of what has no digests'],
  ['S15', 'publishes nothing above the limits, and everything within'],
  ['S16', 'gives the frontmatter word for word'],
  ['S17', 'leaves reserved metadata to whom it concerns'],
  ['S18', 'adds no name twice'],
  ['S19', 'marks results as complete where the protocol does'],
  ['S20', 'says how long answers are good for where the protocol does'],
  ['S21', 'ends each listing and repeats no cursor'],
  ['S22', 'gets every skill as it lists it'],
  ['S23', 'gets nothing that is not the URI of a SKILL.md'],
  ['S24', 'shows every direct child of a folder, and of nothing else'],
  ['S25', 'reads every file, and refuses every other URI'],
  ['S26', 'says in an error what it is about'],
  ['S27', 'lists nested skills flat, unmarked'],
  ['S29', 'writes nothing of its own under the reserved prefix'],
]

interface Place {
  wire: Wire
  close(): Promise<void>
}

async function overHttp(published: Published, era: Era): Promise<Place> {
  const catalog = catalogOf(published)
  const server: HttpServer = await serveOnHttp(catalog, { port: 0, requestsPerMinute: 1_000_000 })
  return {
    wire: httpWire(server.url, era),
    async close() {
      await server.close()
      await catalog.close()
    },
  }
}

function catalogOf({ local, remote, upstream }: Published): Catalog {
  return createCatalog([
    directorySource({ label: 'local', roots: [{ path: local, shown: 'skills' }] }),
    mcpSource({ label: 'docs', transport: { type: 'stdio', ...upstream, env: {}, cwd: remote } }),
  ])
}

async function overStdio({ local, upstream }: Published, era: Era): Promise<Place> {
  const cwd = dirname(local)
  await writeFile(join(cwd, 'skillway.json'), JSON.stringify({ mcpServers: { docs: upstream } }))
  const args = ['serve', '--no-defaults', '--skills', local, '--config', join(cwd, 'skillway.json')]
  const wire = await stdioWire(args, era, cwd)
  return { wire, close: () => wire.close() }
}

const PLACES = [
  ...ERA_NAMES.map((era) => ({ title: `over HTTP at ${era}`, era, open: overHttp })),
  ...ERA_NAMES.map((era) => ({ title: `over stdio at ${era}`, era, open: overStdio })),
]

let whole: Published

beforeAll(() => {
  whole = publish({ isWhole: true })
})
afterAll(() => rmSync(dirname(whole.local), { recursive: true, force: true }))

describe.each(titled(PLACES))('the Skills extension %s', (_title, { era, open }) => {
  let place: Place
  let verdict: Verdict

  beforeAll(async () => {
    place = await open(whole, era)
    verdict = await judge(place.wire, whole.truth)
  }, 90_000)
  afterAll(() => place.close())

  it.each(DUTIES)('%s: %s', (duty) => {
    expect(verdict.findings.filter((finding) => finding.startsWith(`${duty} `))).toEqual([])
    expect(verdict.checked.get(duty)).toBeGreaterThan(0)
  })

  it('S15: does not publish a skill with one file or one byte too many, and the diagnostics say why', async () => {
    const { rpc, listed } = await listing(place.wire)
    expect(rpc.error).toBeUndefined()
    for (const name of ['files-513', 'bytes-above-16-mib', 'heading', 'Upper_Case']) {
      expect(listed).not.toContain(`skill://${name}/SKILL.md`)
      const got = await place.wire.ask('skills/get', { uri: `skill://${name}/SKILL.md` })
      expect(got.error?.code).toBe(-32_602)
      const read = await place.wire.ask('resources/read', { uri: `skill://${name}/SKILL.md` })
      expect(read.error).toBeUndefined()
    }
    await using catalog = createCatalog([
      directorySource({ label: 'local', roots: [{ path: whole.local, shown: 'skills' }] }),
    ])
    const codes = async (name: string) => (await catalog.explain(name)).diagnostics.map(({ code }) => code)
    expect(await codes('files-513')).toContain('TOO_MANY_RESOURCES')
    expect(await codes('bytes-above-16-mib')).toContain('SKILL_TOO_LARGE')
  })

  it('is wholly judged: thousands of checks, no finding', () => {
    expect(verdict.findings).toEqual([])
    expect([...verdict.checked.keys()].sort()).toEqual(DUTIES.map(([duty]) => duty).sort())
    expect([...verdict.checked.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1500)
  })
})

async function listing(wire: Wire) {
  const rpc = await wire.ask('skills/list')
  return { rpc, listed: (rpc.result!['skills'] as { uri: string }[]).map(({ uri }) => uri) }
}

describe('the oracle', () => {
  let published: Published
  let place: Place

  beforeAll(async () => {
    published = publish({ isWhole: false })
    place = await overHttp(published, '2026-07-28')
  })
  afterAll(async () => {
    await place.close()
    rmSync(dirname(published.local), { recursive: true, force: true })
  })

  it('finds nothing wrong with an honest server', async () => {
    expect((await judge(place.wire, published.truth)).findings).toEqual([])
  })

  it.each(titled(FAULTS))('sees %s', async (_title, fault) => {
    const { findings } = await judge(withFault(place.wire, fault), published.truth)
    expect(findings.filter((finding) => finding.startsWith(`${fault.duty} `))).not.toEqual([])
  })
})
