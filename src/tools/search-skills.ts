import { toolInput } from './input.ts'
import { listText } from './list-text.ts'
import { SKILLS_SCHEMA, skillData } from './skill-data.ts'
import type { ToolSession } from './skill-tools.ts'
import type { SkillTool } from './types.ts'

const MAX_RESULTS = 100

/** `search_skills`: skills ranked by how well they fit a few words. */
export function searchSkillsTool({ catalog }: ToolSession): Omit<SkillTool, 'annotations'> {
  return {
    name: 'search_skills',
    title: 'Search skills',
    description: 'Find skills by words in their names, descriptions and metadata, best first.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'A few words on what the skill is to do.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_RESULTS,
          description: 'Results at the most. Default 10.',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: SKILLS_SCHEMA,
    async run(input, options) {
      const fields = toolInput(input)
      const query = fields.text('query')
      const limit = fields.optionalInteger('limit', { min: 1, max: MAX_RESULTS })
      const hits = await catalog.search(query, { limit, signal: options?.signal })
      const text =
        hits.length > 0 ? listText(hits) : 'No skill matches. Try other words, or call list_skills.'
      return {
        content: [{ type: 'text', text }],
        structured: { skills: hits.map((hit) => ({ ...skillData(hit), score: hit.score })) },
      }
    },
  }
}
