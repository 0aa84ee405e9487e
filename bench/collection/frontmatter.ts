import { sentences } from './prose.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The length of descriptions, in characters: median, 90th percentile, and what the specification allows. */
const DESCRIPTION = { median: 258, ninetieth: 530, most: 1024 }

/** Frontmatter in the styles that authors use, with the fields that they use, as often as they do. */
export function frontmatter(random: SeededRandom, name: string): string {
  const length = Math.max(
    40,
    Math.min(DESCRIPTION.most - 1, random.size(DESCRIPTION.median, DESCRIPTION.ninetieth)),
  )
  const fields = [`name: ${name}`, `description: ${description(random, length)}`]
  if (random.happens(0.2))
    fields.push(`license: ${random.pick(['MIT', 'Apache-2.0', 'Complete terms in LICENSE.txt'])}`)
  if (random.happens(0.25))
    fields.push(`metadata:\n  author: team-${random.below(40)}\n  version: "1.${random.below(9)}"`)
  if (random.happens(0.05)) fields.push('allowed-tools: Read Grep Bash(git:*)')
  if (random.happens(0.05))
    fields.push(`tags: [${random.pick(['text', 'data'])}, ${random.pick(['office', 'code'])}]`)
  if (random.happens(0.03)) fields.push('requires:\n  mcp: [rube]')
  return `---\n${fields.join('\n')}\n---\n`
}

function description(random: SeededRandom, length: number): string {
  const text = sentences(random, length)
  const style = random.next()
  if (style < 0.6) return text
  if (style < 0.88) return `"${text}"`
  if (style < 0.9) return `'${text}'`
  return `${style < 0.95 ? '>' : '|'}\n${wrapped(text)}`
}

function wrapped(text: string): string {
  return text.replaceAll(/(?=\S)(.{1,78})(?: |$)/g, '  $1\n').trimEnd()
}
