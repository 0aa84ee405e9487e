import type { CatalogSkill } from '../catalog/types.ts'
import { oneLine } from '../text/one-line.ts'
import { shortDescription } from './short-description.ts'
import type { ToolRun, ToolSession } from './tool-runs.ts'

const HEADER = 'Available skills (each line is "- <skill_name>: <skill_description>"):'

/** `load_skill_metadata`: AgentSkills MCP's list of all names and descriptions. */
export function loadSkillMetadata({ catalog }: ToolSession): ToolRun {
  return async (_input, options) => {
    const { skills } = await catalog.list({ signal: options?.signal })
    const names = new Set<string>()
    const lines = skills.map((skill) => metadataLine(skill, names)).sort()
    const text = lines.length === 0 ? 'No skills available' : [HEADER, ...lines].join('\n')
    return { content: [{ type: 'text', text }] }
  }
}

/** A name that an earlier skill has already means that one; the later is listed under its URI. */
function metadataLine({ name, uri, description }: CatalogSkill, names: Set<string>): string {
  const reference = names.has(name) ? uri : name
  names.add(name)
  return `- ${oneLine(reference)}: ${shortDescription(description)}`
}
