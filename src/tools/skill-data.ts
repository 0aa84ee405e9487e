import type { CatalogSkill } from '../catalog/types.ts'
import type { ObjectSchema } from './types.ts'

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

/** The schema of an answer that lists skills. */
export const SKILLS_SCHEMA: ObjectSchema = {
  type: 'object',
  properties: {
    skills: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          description: { type: 'string' },
          uri: { type: 'string' },
          source: { type: 'object', properties: { label: { type: 'string' }, kind: { type: 'string' } } },
          collisions: {
            type: 'array',
            items: { type: 'string' },
            description: 'URIs of other skills of this name.',
          },
        },
        required: ['name', 'description', 'uri', 'source'],
      },
    },
    total: { type: 'integer', description: 'Skills that fit, on all pages.' },
    remaining: { type: 'integer', description: 'Skills after this page.' },
  },
  required: ['skills'],
}
