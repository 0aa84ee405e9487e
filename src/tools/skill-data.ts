import type { CatalogSkill } from '../catalog/types.ts'

/** What a structured answer says of one skill. */
export function skillData({
  name,
  description,
  uri,
  source,
  collisions,
}: CatalogSkill): Record<string, unknown> {
  return { name, description, uri, source: { ...source }, collisions }
}
