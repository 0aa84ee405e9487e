import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Catalog } from '../../src/catalog/types.ts'
import { catalogFrom } from '../../src/config/catalog-from.ts'
import { openTrust } from '../../src/config/open-trust.ts'
import type { Config, ServerConfig } from '../../src/config/types.ts'
import { SkillwayError } from '../../src/errors.ts'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { identityOf } from '../../src/trust/identity.ts'

const SERVER = fileURLToPath(new URL('../servers/scripted-server.mjs', import.meta.url))

type Skills = Record<string, Record<string, string>>

/** What a scripted server says; see `scripted-server.mjs`. */
export interface Script {
  listed: Skills
  served?: Skills
  twists?: Record<string, object>
  about?: object
}

export function skillText(name: string, body = `# ${name}\n`, more = ''): string {
  return `---\nname: ${name}\ndescription: About ${name}.\n${more}---\n${body}`
}

/** A server as a config has it. */
export function scriptedServer(home: string, script: string): { command: string; args: string[] } {
  return { command: process.execPath, args: [SERVER, join(home, `${script}.json`)] }
}

/** A machine with a gateway before scripted servers, composed as a config composes it; gone after the test. */
export function gateway({ approval = 'none' }: { approval?: ServerConfig['approval'] } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'skillway-gateway-'))
  const catalogs: Catalog[] = []
  const findings: Diagnostic[] = []
  onTestFinished(async () => {
    for (const catalog of catalogs) await catalog.close()
    rmSync(home, { recursive: true, force: true })
  })
  const place = { home, env: {}, onDiagnostic: (finding: Diagnostic) => findings.push(finding) }

  function serverOf(label: string, script: string): ServerConfig {
    const transport = { type: 'stdio' as const, ...scriptedServer(home, script), env: {}, cwd: home }
    return { label, transport, enabled: true, timeoutMs: 10_000, approval, origin: 'given', file: 'test' }
  }

  /** What any server was asked, as `method uri`. */
  function asked(): string[] {
    const file = join(home, 'asked')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }

  async function open(servers: Record<string, string> = { docs: 'script' }): Promise<Catalog> {
    const config: Config = {
      roots: [],
      servers: Object.entries(servers).map(([label, script]) => serverOf(label, script)),
      maxSkills: 20,
      files: [],
      diagnostics: [],
    }
    const catalog = await catalogFrom(config, { ...place, waitMs: 20_000 })
    catalogs.push(catalog)
    return catalog
  }

  return {
    home,
    findings,
    open,
    /** Changes what a server says from now on. */
    say: (script: Script, name = 'script') =>
      writeFileSync(join(home, `${name}.json`), JSON.stringify({ ...script, asked: join(home, 'asked') })),
    asked,
    /** URIs that were read from any server. */
    reads: () => asked().flatMap((call) => /^resources\/read (.*)$/.exec(call)?.[1] ?? []),
    /** Approves what the skill is now, as a person does who looks at it. */
    async approve(reference: string, servers?: Record<string, string>): Promise<void> {
      const { approvals } = await openTrust({ roots: [] }, place)
      const catalog = await open(servers)
      const { from, summary } = (await catalog.resolve(reference)).skill
      const entry = (await from.get(summary.skillPath, { fresh: true }))!
      const identity = identityOf(from, entry.skillPath)
      await approvals.approve({ identity, entry, grant: 'load', fingerprint: fingerprintOf(entry) ?? 'none' })
    },
    purgeCache: () => rmSync(join(home, '.cache'), { recursive: true, force: true }),
  }
}

/** The text that comes of a load or read, or the error. */
export async function outcome(work: Promise<{ text: string } | { bytes: Uint8Array }>): Promise<string> {
  try {
    const done = await work
    return 'text' in done ? done.text : Buffer.from(done.bytes).toString()
  } catch (error) {
    if (error instanceof SkillwayError) return `${error.code}: ${error.message}`
    throw error
  }
}

/** Files that are kept of skills, whosever. */
export function keptBlobs(home: string): string[] {
  const folder = join(home, '.cache/skillway/sha256')
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []
}
