import { homedir } from 'node:os'
import type { Catalog } from '../catalog/types.ts'
import type { SkillSource } from '../sources/types.ts'
import { unlessAborted } from '../sources/unless-aborted.ts'

/** What a catalog is opened over. */
export interface OpenCatalogOptions {
  /** Folders of skills, before those of the config; relative ones from `cwd`. */
  skills?: readonly string[]
  /** Use this config file alone. Default: that of the project, then that of the user. */
  config?: string
  /** False: the clients' own skill folders are left out. Default true. */
  defaults?: boolean
  /** The agent of an AgentPool file whose limits count. */
  agent?: string
  /** More sources, after the folders: `memorySource(…)`, or your own. */
  sources?: readonly SkillSource[]
  /** Where relative paths start and the project's config is looked for. Default: the working directory. */
  cwd?: string
  /** Ends the opening; calls of the catalog have signals of their own. */
  signal?: AbortSignal | undefined
}

/**
 * Opens the catalog that the command line sees: folders, config files and servers. Given a string, that config file alone.
 * Close it, or declare it with `await using`.
 *
 * @throws SkillwayError `CONFIG_INVALID`, with file, line and column; `USAGE` for options that there are not, or that make no sense
 */
export async function openCatalog(options: OpenCatalogOptions | string = {}): Promise<Catalog> {
  const given: OpenCatalogOptions = typeof options === 'string' ? { config: options } : options
  const { checkOpenOptions } = await import('./check-open-options.ts')
  checkOpenOptions(given)
  return unlessAborted(given.signal, () => open(given))
}

async function open(given: OpenCatalogOptions): Promise<Catalog> {
  const [{ catalogFrom }, { loadConfig }, { rootsFromFlags }] = await Promise.all([
    import('./catalog-from.ts'),
    import('./load-config.ts'),
    import('./roots-from-flags.ts'),
  ])
  const place = { cwd: given.cwd ?? process.cwd(), home: homedir(), env: process.env }
  const config = await loadConfig({
    ...place,
    file: given.config,
    agent: given.agent,
    useDefaults: given.defaults,
  })
  const roots = [...rootsFromFlags(given.skills ?? [], place), ...config.roots]
  return catalogFrom({ ...config, roots }, { ...place, sources: given.sources })
}
