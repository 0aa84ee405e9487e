import { catalogFrom } from '../config/catalog-from.ts'
import { loadConfig } from '../config/load-config.ts'
import { openTrust, type Trust } from '../config/open-trust.ts'
import type { Approval, Config } from '../config/types.ts'
import { rootsFromFlags } from '../config/roots-from-flags.ts'
import type { Catalog } from '../catalog/types.ts'
import type { Diagnostic, DiagnosticCode } from '../skill/diagnostic.ts'
import type { CommandContext } from './context.ts'

/** Milliseconds that a command waits for a server to start: nobody is there to ask again. */
const PATIENCE_MS = 20_000

/** What concerns every command that touches remote skills; all else is told by the commands that it concerns. */
const TOLD = new Set<DiagnosticCode>([
  'STATE_UNREADABLE',
  'STATE_UNWRITABLE',
  'CACHE_CORRUPT',
  'CACHE_UNUSABLE',
  'APPROVAL_REVOKED',
])

/** The config of this run: its files, and the folders that the flags name before those. */
export async function configOf(
  { cwd, home, env, flags }: CommandContext,
  { http, allowShell }: { http?: boolean; allowShell?: boolean | undefined } = {},
): Promise<Config> {
  const { config: file, agent, defaults: useDefaults } = flags
  const config = await loadConfig({ cwd, home, env, file, agent, useDefaults, http, allowShell })
  return { ...config, roots: [...rootsFromFlags(flags.skills, { cwd, home }), ...config.roots] }
}

/** Runs `use` with the catalog of this run and closes it afterwards. `approval` stands in for what the config says. */
export async function withCatalog<T>(
  context: CommandContext,
  use: (catalog: Catalog, config: Config) => Promise<T>,
  { approval }: { approval?: Approval } = {},
): Promise<T> {
  const config = withApproval(await configOf(context), approval)
  const onDiagnostic = noteTrust(context)
  await using catalog = await catalogFrom(config, { ...context, onDiagnostic, waitMs: PATIENCE_MS })
  return await use(catalog, config)
}

/** What people approved and what is kept of remote skills. */
export function trustOf(context: CommandContext, config: Config): Promise<Trust> {
  return openTrust(config, { ...context, onDiagnostic: noteTrust(context) })
}

function noteTrust({ note }: CommandContext): (finding: Diagnostic) => void {
  return (finding) => {
    if (TOLD.has(finding.code)) note(finding)
  }
}

function withApproval(config: Config, approval: Approval | undefined): Config {
  if (approval === undefined) return config
  return { ...config, servers: config.servers.map((server) => ({ ...server, approval })) }
}
