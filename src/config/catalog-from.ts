import { createCatalog } from '../catalog/catalog.ts'
import type { Catalog } from '../catalog/types.ts'
import { directorySource } from '../sources/directory/source.ts'
import type { SkillSource } from '../sources/types.ts'
import { indexFiles } from './index-files.ts'
import { FOLDERS_LABEL } from './label.ts'
import { serverSources, type ServerSourcesOptions } from './server-sources.ts'
import type { Config } from './types.ts'

export interface CatalogFromOptions extends ServerSourcesOptions {
  /** More sources, after the folders. */
  sources?: readonly SkillSource[] | undefined
}

/** The catalog that a config describes: all its folders as the source `local`, then its servers in their order. */
export async function catalogFrom(config: Config, options: CatalogFromOptions): Promise<Catalog> {
  const { roots } = config
  const local = directorySource({ label: FOLDERS_LABEL, roots, index: indexFiles(roots, options) })
  return createCatalog([local, ...(options.sources ?? []), ...(await serverSources(config, options))])
}
