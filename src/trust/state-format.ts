import { digestOf } from '../skill/digest.ts'
import type { JsonValue } from '../skill/types.ts'
import { canonicalJson } from './canonical-json.ts'

/** How one kind of state is written down. */
export interface StateFormat<T> {
  /** Tells the kind, `skillway-approvals`. */
  kind: string
  version: number
  /** The state while there is no file. */
  empty: T
  /** Throws for anything that is not such a state. */
  parse(value: unknown): T
}

/** The content of a state file. */
export function encodeState<T>({ kind, version }: StateFormat<T>, value: T): Buffer {
  const state: unknown = JSON.parse(JSON.stringify(value))
  const content = { kind, version, checksum: checksumOf(kind, version, state), state }
  return Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
}

/** The state that a file holds, or in a few words why it holds none that can be believed. */
export function decodeState<T>(format: StateFormat<T>, bytes: Uint8Array): { state: T } | { fault: string } {
  let content: Record<string, unknown>
  try {
    content = Object(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return { fault: 'it is damaged' }
  }
  if (content['kind'] !== format.kind) return { fault: `it is not a file of the kind ${format.kind}` }
  if (content['version'] !== format.version) return { fault: 'another version of Skillway wrote it' }
  try {
    if (content['checksum'] !== checksumOf(format.kind, format.version, content['state'])) {
      return { fault: 'its checksum is wrong, so it is damaged or was edited' }
    }
    return { state: format.parse(content['state']) }
  } catch {
    return { fault: 'it holds something else than it should' }
  }
}

function checksumOf(kind: string, version: number, state: unknown): string {
  return digestOf(Buffer.from(canonicalJson([kind, version, (state ?? null) as JsonValue])))
}
