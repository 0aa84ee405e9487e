import { constructFromEvents, type Event, parseEvents, type Schema } from 'js-yaml'
import { expandAliases } from './expand-aliases.ts'
import { PROTO_DROPPING_SCHEMA, STRICT_SCHEMA } from './frontmatter-schema.ts'
import { inspectYaml } from './inspect-yaml.ts'
import { lineAt } from './line-at.ts'
import { readPlainYaml } from './plain-yaml.ts'
import { REFUSED } from './refused.ts'
import type { JsonValue } from './types.ts'
import { type ValueComment, valueComments } from './value-comments.ts'
import { yamlProblem, type YamlProblem } from './yaml-problem.ts'

/** Frontmatter as YAML reads it, and what makes other readers see something else in it. Lines count from 1. */
export interface YamlReading {
  /** `undefined` where the text holds nothing but blanks and comments. */
  value: JsonValue | undefined
  /** The line of the first anchor or alias. */
  anchorLine?: number
  /** The line of the first field of the name `__proto__`; such fields are left out. */
  protoLine?: number
  comments: ValueComment[]
}

export type YamlResult = YamlReading | { problem: YamlProblem }

/** Nesting that is read, in levels. */
const MAX_DEPTH = 32
/** Aliases that are followed: enough to say a thing twice, too few to grow into anything. */
const MAX_ALIASES = 5

/** Reads one YAML 1.2 document (core schema) into plain JSON. Never throws, whatever the text holds. */
export function parseYaml(text: string): YamlResult {
  const plain = readPlainYaml(text)
  if (plain !== undefined) return { value: plain, comments: [] }
  try {
    return read(text)
  } catch (error) {
    return { problem: yamlProblem(error, text) }
  }
}

function read(text: string): YamlReading {
  const events = parseEvents(text, { maxDepth: MAX_DEPTH })
  const { anchorAt, aliases } = inspectYaml(events, text)
  const { value, protoLine } = construct(events, text)
  return {
    value: aliases === 0 ? value : expandAliases(value),
    comments: text.includes('#') ? valueComments(events, text) : [],
    ...(anchorAt === undefined ? {} : { anchorLine: lineAt(text, anchorAt) }),
    ...(protoLine === undefined ? {} : { protoLine }),
  }
}

function construct(events: Event[], text: string): Pick<YamlReading, 'value' | 'protoLine'> {
  try {
    return { value: build(events, text, STRICT_SCHEMA) }
  } catch (error) {
    const { why, line = 1 } = yamlProblem(error, text)
    if (why !== REFUSED.proto) throw error
    return { value: build(events, text, PROTO_DROPPING_SCHEMA), protoLine: line }
  }
}

function build(events: Event[], source: string, schema: Schema): JsonValue | undefined {
  const [document] = constructFromEvents(events, { source, schema, maxAliases: MAX_ALIASES })
  return document as JsonValue | undefined
}
