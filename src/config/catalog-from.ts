import { createCatalog } from '../catalog/catalog.ts'
import type { Catalog } from '../catalog/types.ts'
import { directorySource } from '../sources/directory/source.ts'
import type { SkillSource } from '../sources/types.ts'
import type { Config } from './types.ts'

/** The catalog that a config describes: all its folders as the source `local`, then its servers in their order. */
export async function catalogFrom(
  config: Config,
  more: { sources?: readonly SkillSource[] | undefined } = {},
): Promise<Catalog> {
  const local = directorySource({ label: 'local', roots: config.roots })
  return createCatalog([local, ...(more.sources ?? [])])
}
