import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event, type ScalarEvent } from 'js-yaml'
import { PLAIN_KEY } from './key-path.ts'

/** A value of a YAML text, by its offset. */
export interface LocatedNode {
  start: number
  children: ReadonlyMap<string | number, LocatedChild>
  /** Values in it, each alias counted as what it stands for. */
  size: number
}

interface LocatedChild {
  keyStart: number
  node: LocatedNode
}

/** What the parser lets pass and a config file may not hold. It never leaves the reading of the file. */
export class MalformedNode extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** Values that a file may hold; a config has a few hundred. */
const MAX_VALUES = 20_000

/**
 * The places of all values of a single YAML document; nothing for an empty text.
 *
 * @throws MalformedNode for a second document, a key that is there twice, an alias of nothing, or too many values
 */
export function locateNodes(text: string, events: readonly Event[]): LocatedNode | undefined {
  const documents = events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length
  if (documents > 1) throw new MalformedNode(0, 'the file holds more than one YAML document')
  if (documents === 0 || events[1]!.type === EVENT_ID.POP) return undefined
  return readNode({ text, events, next: 1, anchors: new Map() }, 0)
}

interface Reader {
  text: string
  events: readonly Event[]
  /** Index of the event that comes next. */
  next: number
  anchors: Map<string, LocatedNode>
}

/** `fallback` is the place of a value that is not written, as after `key:`. */
function readNode(reader: Reader, fallback: number): LocatedNode {
  const event = reader.events[reader.next++]!
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) throw new TypeError('not a value')
  const name = reader.text.slice(event.anchorStart, event.anchorEnd)
  if (event.type === EVENT_ID.ALIAS) return aliased(reader.anchors.get(name), event.anchorStart - 1)
  const node = readContent(reader, event, fallback)
  if (event.anchorStart !== -1) reader.anchors.set(name, node)
  return node
}

function aliased(target: LocatedNode | undefined, start: number): LocatedNode {
  if (target !== undefined) return { ...target, start }
  throw new MalformedNode(
    start,
    "an alias stands for nothing before it; put quotes around a value that begins with '*'",
  )
}

function readContent(
  reader: Reader,
  event: Exclude<Event, { type: 1 | 5 | 6 }>,
  fallback: number,
): LocatedNode {
  if (event.type === EVENT_ID.SEQUENCE) return readSequence(reader, event.start)
  if (event.type === EVENT_ID.MAPPING) return readMapping(reader, event.start)
  return { start: scalarStart(event) ?? fallback, children: new Map(), size: 1 }
}

function readSequence(reader: Reader, start: number): LocatedNode {
  const children = new Map<number, LocatedChild>()
  let size = 1
  while (reader.events[reader.next]!.type !== EVENT_ID.POP) {
    const node = readNode(reader, start)
    children.set(children.size, { keyStart: node.start, node })
    size = grown(size, node)
  }
  reader.next++
  return { start, children, size }
}

function readMapping(reader: Reader, start: number): LocatedNode {
  const children = new Map<string, LocatedChild>()
  let size = 1
  while (reader.events[reader.next]!.type !== EVENT_ID.POP) {
    const keyEvent = reader.events[reader.next]!
    const keyStart = readNode(reader, start).start
    const node = readNode(reader, keyStart)
    size = grown(size, node)
    if (keyEvent.type !== EVENT_ID.SCALAR) continue
    const key = getScalarValue(reader.text, keyEvent)
    refuseKey(key, keyStart, children.has(key))
    children.set(key, { keyStart, node })
  }
  reader.next++
  return { start, children, size }
}

function scalarStart({ valueStart, style }: ScalarEvent): number | undefined {
  if (valueStart === -1) return undefined
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED
  return isQuoted ? valueStart - 1 : valueStart
}

function grown(size: number, node: LocatedNode): number {
  if (size + node.size <= MAX_VALUES) return size + node.size
  throw new MalformedNode(node.start, `the file holds more than ${MAX_VALUES} values`)
}

function refuseKey(key: string, offset: number, isThere: boolean): void {
  const shown = PLAIN_KEY.test(key) ? ` '${key}'` : ''
  if (isThere) throw new MalformedNode(offset, `the key${shown} is there twice`)
  if (key === '__proto__') throw new MalformedNode(offset, "'__proto__' cannot be a key")
}
