import { isModelInvocable } from '../skill/invocable.ts'
import type { SkillSource, SourceListing } from '../sources/types.ts'
import { createCatalog } from './catalog.ts'
import type { Catalog } from './types.ts'

/**
 * The catalog as a model may see it: a skill whose author set `disable-model-invocation` is not there, and hides no
 * other skill of its name.
 */
export function forModels(catalog: Catalog): Catalog {
  const view = views.get(catalog) ?? createCatalog(catalog.sources.map(modelInvocable))
  views.set(catalog, view)
  return view
}

/** One view of each catalog, so that its index is made once and not for every conversation. */
const views = new WeakMap<Catalog, Catalog>()

function modelInvocable(source: SkillSource): SkillSource {
  let listed: SourceListing | undefined
  let filtered: SourceListing
  return {
    ...source,
    async list(options) {
      const listing = await source.list(options)
      if (listing !== listed) {
        filtered = {
          ...listing,
          skills: listing.skills.filter(({ frontmatter }) => isModelInvocable(frontmatter)),
        }
        listed = listing
      }
      return filtered
    },
    async get(skillPath, options) {
      const entry = await source.get(skillPath, options)
      return entry !== undefined && isModelInvocable(entry.frontmatter) ? entry : undefined
    },
  }
}
