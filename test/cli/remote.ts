import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { serveOnHttp } from '../../src/serve/http/listen.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import { catalogFrom } from '../../src/config/catalog-from.ts'
import { loadConfig } from '../../src/config/load-config.ts'
import { openTrust } from '../../src/config/open-trust.ts'
import type { Grant } from '../../src/trust/approval-state.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { identityOf } from '../../src/trust/identity.ts'
import { run } from './run.ts'

type Files = Record<string, string | Uint8Array>

/** Never to be seen in any output. */
export const SECRETS = { header: 'header-secret-1', query: 'query-secret-2', env: 'env-secret-3' }

/**
 * A machine whose config names one server `team`, which runs in this process and serves the folder `upstream`. State and
 * cache are where they are on any machine, below its home.
 */
export async function remoteMachine(files: Files) {
  const home = mkdtempSync(join(tmpdir(), 'skillway-remote-'))
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  for (const [path, content] of Object.entries(files)) put(path, content)
  const roots = [{ path: join(home, 'upstream'), shown: 'upstream' }]
  const catalog = createCatalog([directorySource({ label: 'local', roots })])
  /** What the server was asked for, by the protocol's methods. */
  const asked: (string | undefined)[] = []
  const server = await serveOnHttp(catalog, { port: 0, onRequest: ({ rpc }) => asked.push(rpc) })
  const team = {
    url: `${server.url}?key=${SECRETS.query}`,
    headers: { Authorization: `Bearer ${SECRETS.header}` },
    approval: 'required',
  }
  const outputs: string[] = []

  async function skillway(...args: string[]) {
    const done = await run(args, home)
    outputs.push(done.stdout, done.stderr)
    return done
  }

  return {
    home,
    url: server.url,
    team,
    asked,
    /** All that was ever printed. */
    outputs,
    state: join(home, '.local/state/skillway'),
    cache: join(home, '.cache/skillway'),
    put,
    /** Changes a file of a skill on the server, and ends when the server serves the change. */
    async change(skill: string, path: string, content: string) {
      put(join('upstream', skill, path), content)
      const served = async () =>
        Buffer.from((await catalog.read(`skill://${skill}/${path}`)).bytes).toString()
      await expect.poll(served, { timeout: 10_000 }).toBe(content)
    },
    configure: (mcpServers: object, more: object = {}) =>
      put('skillway.yaml', JSON.stringify({ mcpServers, ...more })),
    skillway,
    /** Approves what the skill is now, as the command does, without the time that a process takes. */
    approve: (uri: string, grant: Grant = 'load') => approveNow(home, uri, grant),
    /** The same with `--json`, parsed. */
    async json(...args: string[]) {
      const { code, stdout, stderr } = await skillway(...args, '--json')
      return { code, stderr, ...JSON.parse(stdout) }
    },
    async close() {
      await server.close()
      await catalog.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function approveNow(home: string, uri: string, grant: Grant): Promise<void> {
  const place = { home, env: {} }
  const config = await loadConfig({ cwd: home, useDefaults: false, ...place })
  const { approvals } = await openTrust(config, place)
  await using catalog = await catalogFrom(config, place)
  const { from, summary } = (await catalog.resolve(uri)).skill
  const entry = (await from.get(summary.skillPath, { fresh: true }))!
  const identity = identityOf(from, entry.skillPath)
  await approvals.approve({ identity, entry, grant, fingerprint: fingerprintOf(entry)! })
}

export type RemoteMachine = Awaited<ReturnType<typeof remoteMachine>>
