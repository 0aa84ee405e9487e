import { catalogFrom } from '../config/catalog-from.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../config/types.ts'
import { rootsFromFlags } from '../config/roots-from-flags.ts'
import type { Catalog } from '../catalog/types.ts'
import type { CommandContext } from './context.ts'

/** The config of this run: its files, and the folders that the flags name before those. */
export async function configOf({ cwd, home, env, flags }: CommandContext): Promise<Config> {
  const { config: file, agent, defaults: useDefaults } = flags
  const config = await loadConfig({ cwd, home, env, file, agent, useDefaults })
  return { ...config, roots: [...rootsFromFlags(flags.skills, { cwd, home }), ...config.roots] }
}

/** Runs `use` with the catalog of this run and closes it afterwards. */
export async function withCatalog<T>(
  context: CommandContext,
  use: (catalog: Catalog, config: Config) => Promise<T>,
): Promise<T> {
  const config = await configOf(context)
  await using catalog = await catalogFrom(config)
  return await use(catalog, config)
}
