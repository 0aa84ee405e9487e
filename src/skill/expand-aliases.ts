import { YAMLException } from 'js-yaml'
import type { JsonValue } from './types.ts'
import { REFUSED } from './refused.ts'

/** Values that a frontmatter with aliases may have when each alias is written out. */
const MAX_NODES = 10_000
/** Deeper than any tree that the parser's depth and a handful of aliases allow: only a cycle gets there. */
const MAX_LEVELS = 256

/**
 * The same value as a tree: what aliases shared is copied, so that nobody who walks it later meets a cycle or a graph
 * that grows.
 *
 * @throws YAMLException if it refers to itself or grows too large
 */
export function expandAliases(value: JsonValue | undefined): JsonValue | undefined {
  let nodes = 0
  return value === undefined ? undefined : copy(value, 0)

  function copy(node: JsonValue, level: number): JsonValue {
    if (++nodes > MAX_NODES) throw new YAMLException(REFUSED.growth)
    if (typeof node !== 'object' || node === null) return node
    if (level > MAX_LEVELS) throw new YAMLException(REFUSED.cycle)
    if (Array.isArray(node)) return node.map((item) => copy(item, level + 1))
    const copied: Record<string, JsonValue> = {}
    for (const [key, item] of Object.entries(node)) copied[key] = copy(item, level + 1)
    return copied
  }
}
