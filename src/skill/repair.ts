import { type YamlReading, parseYaml } from './parse-yaml.ts'
import { REFUSED } from './refused.ts'
import { type RepairedLines, repairLines } from './repair-lines.ts'
import { splitFields } from './split-fields.ts'
import type { JsonValue } from './types.ts'
import type { YamlProblem } from './yaml-problem.ts'

/** A frontmatter that YAML refused, read after a repair of the fields that it was refused for. */
export interface RepairedYaml {
  reading: YamlReading
  repairs: Repair[]
}

/** One line that was read in another way than YAML would. */
export interface Repair extends Omit<RepairedLines, 'lines'> {
  /** The top-level field that the line belongs to. */
  field: string
}

/** Fields of a text that is repaired, and how many of them may need it; one with more is no frontmatter. */
const MAX_FIELDS = 256
const MAX_REPAIRED = 16
/** Attempts at one field, and the characters that one may have, so that hopeless input stays cheap. */
const MAX_ATTEMPTS = 8
const MAX_FIELD_LENGTH = 16 * 1024
const UNREPAIRED = new Set<string>([REFUSED.number, REFUSED.escape, REFUSED.documents])

/**
 * Repairs what can only be meant as text and what only indentation breaks, field by field. A field that YAML can read
 * alone is never touched, and reads as before. `undefined` where that does not make the whole text readable.
 */
export function repairYaml(text: string): RepairedYaml | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const anchors = anchorsOf(text)
  const kept = new Map<string, JsonValue>()
  const repairs: Repair[] = []
  const fields = splitFields(lines)
  let repaired = 0
  if (fields.length > MAX_FIELDS) return undefined
  for (const { field, start, end } of fields) {
    const own = lines.slice(start, end)
    // The line end behind the field belongs to a block of text that keeps its last one.
    if (end < lines.length) own.push('')
    const alone = readField(own, field)
    if (alone !== undefined) kept.set(field, alone)
    else {
      const after = ++repaired > MAX_REPAIRED ? undefined : repairField(own, anchors)
      if (after === undefined) return undefined
      lines.splice(start, end - start, ...after.lines.slice(0, end - start))
      repairs.push(...after.repairs.map((repair) => ({ ...repair, field, line: start + repair.line })))
    }
  }
  if (repairs.length === 0) return undefined
  const reading = parseYaml(lines.join('\n'))
  return 'problem' in reading || !keeps(reading.value, kept) ? undefined : { reading, repairs }
}

/** The names that an alias in this text can mean. */
function anchorsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<![^\s,[{])&([^\s,[\]{}]+)/g)].map(([, name]) => name!))
}

/** The value of a field that is read alone, or `undefined` where it cannot be. */
function readField(lines: string[], field: string): JsonValue | undefined {
  const reading = parseYaml(lines.join('\n'))
  return 'problem' in reading ? undefined : valueOf(reading.value, field)
}

function valueOf(value: JsonValue | undefined, field: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, field) ? value[field] : undefined
}

function keeps(value: JsonValue | undefined, kept: Map<string, JsonValue>): boolean {
  return [...kept].every(([field, own]) => JSON.stringify(valueOf(value, field)) === JSON.stringify(own))
}

interface RepairedField {
  lines: string[]
  repairs: Omit<Repair, 'field'>[]
}

function repairField(field: string[], anchors: Set<string>): RepairedField | undefined {
  if (field.join('\n').length > MAX_FIELD_LENGTH) return undefined
  let lines = field
  const repairs: RepairedField['repairs'] = []
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const result = parseYaml(lines.join('\n'))
    if (!('problem' in result)) return { lines, repairs }
    const repaired = isSyntax(result.problem) ? repairLines(lines, result.problem.line, anchors) : undefined
    if (repaired === undefined) return undefined
    const { lines: after, ...repair } = repaired
    lines = after
    repairs.push(repair)
  }
  return undefined
}

/** What YAML understands, and what is refused for what it means, is not for a repair to change. */
function isSyntax(problem: YamlProblem): problem is YamlProblem & { line: number } {
  const { code, why, line } = problem
  return code === 'YAML_INVALID' && line !== undefined && !UNREPAIRED.has(why)
}
