import type { Frontmatter, JsonValue } from './types.ts'

/**
 * The names that a skill gives its arguments, in order: `arguments: file mode`, a list of names, or a list of maps with
 * a `name`. `undefined` where it declares none.
 */
export function declaredArguments(frontmatter: Frontmatter): string[] | undefined {
  const given = frontmatter['arguments']
  if (given === undefined || given === null) return undefined
  const items = Array.isArray(given) ? given : [given]
  return items.flatMap(namesIn)
}

/** What a user sees as the hint for a skill's arguments; a list is shown as the author wrote it, in brackets. */
export function argumentHintOf(frontmatter: Frontmatter): string | undefined {
  const given = frontmatter['argument-hint']
  if (Array.isArray(given)) return `[${given.map(textOf).join(', ')}]`
  if (given === undefined || given === null || typeof given === 'object') return undefined
  const hint = String(given).trim()
  return hint === '' ? undefined : hint
}

function namesIn(item: JsonValue): string[] {
  if (typeof item === 'string') return item.split(/[\s,]+/).filter((name) => name !== '')
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
  return typeof item['name'] === 'string' ? [item['name']] : []
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
