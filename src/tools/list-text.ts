import type { CatalogSkill } from '../catalog/types.ts'
import { oneLine } from '../text/one-line.ts'
import { shortDescription } from './short-description.ts'

/** Skills the way AgentPool's `list_skills` prints them; a remote one says where it comes from. */
export function listText(skills: readonly CatalogSkill[]): string {
  if (skills.length === 0) return 'No skills available'
  return `Available skills:\n\n${skills.map(skillLines).join('\n')}`
}

function skillLines({ name, description, uri, source, collisions }: CatalogSkill): string {
  const lines = [`- **${oneLine(name)}**: ${shortDescription(description)}`, `  URI: \`${uri}\``]
  if (source.kind === 'mcp') lines.push(`  Source: ${source.label} (mcp)`)
  if (collisions.length > 0)
    lines.push(`  Same name: ${collisions.map((other) => `\`${other}\``).join(', ')}`)
  return lines.join('\n')
}
