import { toolInput } from './input.ts'
import { listText } from './list-text.ts'
import { skillData } from './skill-data.ts'
import { MAX_RESULTS } from './tool-definitions.ts'
import type { ToolRun, ToolSession } from './tool-runs.ts'

/** `search_skills`: skills ranked by how well they fit a few words. */
export function searchSkills({ catalog }: ToolSession): ToolRun {
  return async (input, options) => {
    const fields = toolInput(input)
    const query = fields.text('query')
    const limit = fields.optionalInteger('limit', { min: 1, max: MAX_RESULTS })
    const hits = await catalog.search(query, { limit, signal: options?.signal })
    const text = hits.length > 0 ? listText(hits) : 'No skill matches. Try other words, or call list_skills.'
    return {
      content: [{ type: 'text', text }],
      structured: { skills: hits.map((hit) => ({ ...skillData(hit), score: hit.score })) },
    }
  }
}
