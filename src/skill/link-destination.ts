/** Parentheses that may stand in each other in a destination, as in CommonMark's reference implementation. */
const MAX_NESTED = 32
/** A destination in angle brackets, which may hold spaces. */
const ANGLED = /<((?:\\.|[^<>\\\r\n]){0,2000})>/y
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

export interface LinkDestination {
  /** Where the link points to, escapes and character references resolved. */
  destination: string
  /** Just behind it. */
  end: number
}

/** The destination of a Markdown link, which begins at `start`; nothing where none can begin. */
export function linkDestinationAt(text: string, start: number): LinkDestination | undefined {
  ANGLED.lastIndex = start
  const angled = ANGLED.exec(text)
  if (angled) return { destination: unescaped(angled[1]!), end: ANGLED.lastIndex }
  const end = bareEnd(text, start)
  return end === undefined ? undefined : { destination: unescaped(text.slice(start, end)), end }
}

/** `text` with character references resolved: `&amp;` is `&`. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (entity, ...groups) => {
    const [decimal, hex, name] = groups as (string | undefined)[]
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : (entity as string)
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}

function unescaped(written: string): string {
  return withoutEntities(written.replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => character))
}

/** Where a destination without angle brackets ends: before a space, or before a parenthesis that it does not open. */
function bareEnd(text: string, start: number): number | undefined {
  let nested = 0
  let at = start
  for (; at < text.length; at++) {
    const character = text[at]!
    if (character <= ' ') break
    if (character === '\\') at++
    else if (character === '(' && ++nested > MAX_NESTED) return undefined
    else if (character === ')' && --nested < 0) break
  }
  return nested <= 0 ? Math.min(at, text.length) : undefined
}
