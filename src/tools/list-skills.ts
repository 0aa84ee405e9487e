import type { CatalogSkill } from '../catalog/types.ts'
import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { toolInput } from './input.ts'
import { listText } from './list-text.ts'
import { skillData } from './skill-data.ts'
import type { ToolRun, ToolSession } from './tool-runs.ts'

/** `list_skills`: AgentPool's listing, a page at a time, and how to get the rest. */
export function listSkills({ catalog, maxSkills }: ToolSession): ToolRun {
  return async (input, options) => {
    const fields = toolInput(input)
    const source = fields.optionalText('source')
    const query = fields.optionalText('query')
    const page = fields.optionalInteger('page', { min: 1, max: 100_000 }) ?? 1
    refuseUnknownSource(source, catalog.sources)
    const offset = (page - 1) * maxSkills
    const { skills, total } = await catalog.list({
      query,
      source,
      offset,
      limit: maxSkills,
      signal: options?.signal,
    })
    const left = Math.max(0, total - offset - skills.length)
    return {
      content: [{ type: 'text', text: pageText(skills, { page, total, left }) }],
      structured: { skills: skills.map(skillData), total, remaining: left },
    }
  }
}

function refuseUnknownSource(source: string | undefined, sources: readonly { label: string }[]): void {
  const labels = sources.map(({ label }) => label)
  if (source === undefined || labels.includes(source)) return
  throw new SkillwayError('USAGE', `No source has the label ${quote(source)}`, {
    hint: `Use one of: ${labels.join(', ')}.`,
  })
}

function pageText(skills: CatalogSkill[], at: { page: number; total: number; left: number }): string {
  if (skills.length === 0 && at.total > 0)
    return `No skills on page ${at.page}: there are ${at.total} in all.`
  const text = listText(skills)
  if (at.left === 0) return text
  const next = `Call list_skills with page ${at.page + 1}, or with a query.`
  return `${text}\n\n${at.left} more ${at.left === 1 ? 'skill is' : 'skills are'} not shown. ${next}`
}
