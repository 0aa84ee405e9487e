import { constructFromEvents, CORE_SCHEMA, mergeTag, parseEvents, YAMLException } from 'js-yaml'
import type { KeyPath } from './key-path.ts'
import { locateNodes, MalformedNode, type LocatedNode } from './located-node.ts'
import type { Problem } from './problem.ts'
import { textPositions, type TextPosition } from './text-position.ts'

/** A config file as data, together with the place of every value in the text. */
export interface ConfigDocument {
  /** The file as it may be shown. */
  file: string
  value: unknown
  /** Where the value stands, or its key; where the path is not in the text, the nearest value around it. */
  position(path: KeyPath, part: 'key' | 'value'): TextPosition
}

export type ParsedConfig =
  | { document: ConfigDocument; problem?: never }
  | { problem: Problem; document?: never }

/** Bytes of a config file. */
export const MAX_CONFIG_BYTES = 1024 * 1024
const MAX_DEPTH = 32
const MAX_ALIASES = 16
/** Merge keys (`<<`) are read, because files of AgentPool use them. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/** Reads YAML 1.2, of which JSON is a part. Hostile text costs no more than its length. */
export function parseConfigDocument(source: string, file: string): ParsedConfig {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source
  const positions = textPositions(text)
  try {
    const events = parseEvents(text, { maxDepth: MAX_DEPTH })
    const root = locateNodes(text, events)
    const [value] = constructFromEvents(events, { source: text, schema: SCHEMA, maxAliases: MAX_ALIASES })
    const position = (path: KeyPath, part: 'key' | 'value') => positions(offsetOf(root, path, part))
    return { document: { file, value: value ?? {}, position } }
  } catch (error) {
    const { offset, message } = explain(error)
    return { problem: { file, position: positions(offset), message } }
  }
}

function offsetOf(root: LocatedNode | undefined, path: KeyPath, part: 'key' | 'value'): number {
  let node = root
  let offset = node?.start ?? 0
  for (const [depth, key] of path.entries()) {
    const child = node?.children.get(key)
    if (child === undefined) return offset
    const isLast = depth === path.length - 1
    offset = isLast && part === 'key' ? child.keyStart : child.node.start
    node = child.node
  }
  return offset
}

/** The parser's own words, without its excerpt of the file and the names it repeats: both may hold secrets. */
function explain(error: unknown): { offset: number; message: string } {
  if (error instanceof MalformedNode) return { offset: error.offset, message: error.message }
  if (!(error instanceof YAMLException)) return { offset: 0, message: 'the file is not valid YAML' }
  const reason = error.reason.replace(/!<.*>|".*"|(?<=such characters): .*/gs, '').replace(/\s+/g, ' ')
  return {
    offset: error.mark?.position ?? 0,
    message: `the file is not valid YAML: ${reason.trim()}${remedy(reason)}`,
  }
}

function remedy(reason: string): string {
  if (/\btag\b/.test(reason)) return "; put quotes around a value that begins with '!'"
  if (/mapping entry/.test(reason)) return "; put quotes around a value that holds ': '"
  return ''
}
