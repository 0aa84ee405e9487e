/** Characters of a text that a reader cannot see, though a model reads them. */
export interface HiddenCharacters {
  count: number
  /** Where the first of them stands. */
  index: number
  /** The first few kinds, such as `U+202E (bidi control)`. */
  kinds: string[]
}

const MAX_KINDS = 4
/** An emoji flag of a region: a black flag, its tag letters, a cancel tag. */
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}'
/** All that a display leaves out, but for the soft hyphen, which only says where a word may be divided. */
const UNSEEN = '(?!\\u00ad)[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]'
const CANDIDATE = new RegExp(`${FLAG}|${UNSEEN}`, 'gu')
const ABOVE_LATIN = /[^\u0000-\u00ff]/

/** Zero-width spaces end words there. */
const SPACELESS = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u
/** Joiners shape letters there. */
const JOINING =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nko}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u
const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nko}]/u
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u
const IDEOGRAPH = /\p{Ideographic}/u
const HANGUL = /\p{sc=Hang}/u
const MONGOLIAN = /\p{sc=Mong}/u
const SELECTOR = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u

/** Finds what is hidden in a text; what emoji and the scripts of the world need is not. */
export function hiddenCharacters(text: string): HiddenCharacters | undefined {
  if (!ABOVE_LATIN.test(text)) return undefined
  let rightToLeft: boolean | undefined
  const isRightToLeft = () => (rightToLeft ??= RIGHT_TO_LEFT.test(text))
  const kinds = new Set<string>()
  let count = 0
  let index = -1
  for (const { 0: found, index: at } of text.matchAll(CANDIDATE)) {
    const code = found.codePointAt(0)!
    if (code === 0x1f3f4 || isNeeded(code, neighbours(text, at, found.length), isRightToLeft)) continue
    if (count++ === 0) index = at
    if (kinds.size < MAX_KINDS) kinds.add(kindOf(code))
  }
  return count === 0 ? undefined : { count, index, kinds: [...kinds] }
}

function neighbours(text: string, at: number, length: number): { before: string; after: string } {
  const low = at > 1 && text.charCodeAt(at - 1) >= 0xdc00 && text.charCodeAt(at - 1) <= 0xdfff
  const before = at === 0 ? '' : text.slice(at - (low ? 2 : 1), at)
  const code = text.codePointAt(at + length)
  return { before, after: code === undefined ? '' : String.fromCodePoint(code) }
}

function isNeeded(
  code: number,
  { before, after }: { before: string; after: string },
  isRightToLeft: () => boolean,
): boolean {
  if (code === 0x200d && PICTOGRAPH.test(before) && PICTOGRAPH.test(after)) return true
  if (code === 0x200c || code === 0x200d) return JOINING.test(before)
  if (code === 0x200b) return SPACELESS.test(before) || SPACELESS.test(after)
  if (code === 0x200e || code === 0x200f || code === 0x061c) return isRightToLeft()
  if (code >= 0xfe00 && code <= 0xfe0f) return before.trim() !== '' && !SELECTOR.test(before)
  if (code >= 0xe0100 && code <= 0xe01ef) return IDEOGRAPH.test(before)
  if (code === 0x115f || code === 0x1160) return HANGUL.test(before) || HANGUL.test(after)
  if (code >= 0x180b && code <= 0x180f) return MONGOLIAN.test(before)
  return false
}

function kindOf(code: number): string {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const name = NAMES.find(([first, last]) => code >= first && code <= last)?.[2]
  return name === undefined ? number : `${number} (${name})`
}

const NAMES: [number, number, string][] = [
  [0x200b, 0x200b, 'zero-width space'],
  [0x200c, 0x200d, 'zero-width joiner'],
  [0x200e, 0x200f, 'direction mark'],
  [0x202a, 0x202e, 'bidi control'],
  [0x2060, 0x2064, 'invisible operator'],
  [0x2066, 0x2069, 'bidi control'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xfeff, 0xfeff, 'byte order mark'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
]
