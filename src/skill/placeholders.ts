/** `bash`: `$1` is the first argument. `claude`: `$0` is, and arguments may have names. */
export type ArgumentDialect = 'bash' | 'claude'

/** What a placeholder stands for: the whole argument string, or one word of it, counted from 0. */
export type Placeholder = 'all' | { position: number; name?: string }

interface PlaceholderGroups {
  escape?: string
  all?: string
  index?: string
  element?: string
  name?: string
}

/** Not an index: a longer number, money (`$1,000`, `$2.50`, `$5k`), an ordinal (`$1st`). `$1_final.md` is one. */
const NUMBER_ENDS = '(?![A-Za-z0-9]|[.,][0-9])'
/** `$$` goes first, so that neither `$` of it can begin a placeholder. */
const PATTERNS: Record<ArgumentDialect, RegExp> = {
  bash: new RegExp(
    `\\$\\$|(?<escape>\\\\?)\\$(?:(?<all>@|ARGUMENTS(?!\\w))|(?<index>[1-9][0-9]{0,5})${NUMBER_ENDS})`,
    'g',
  ),
  claude: new RegExp(
    `\\$\\$|(?<escape>\\\\?)\\$(?:ARGUMENTS\\[(?<element>0|[1-9][0-9]{0,5})\\]|(?<all>ARGUMENTS(?!\\w))` +
      `|(?<index>0|[1-9][0-9]{0,5})${NUMBER_ENDS}|(?<name>[A-Za-z_][\\w-]*))`,
    'g',
  ),
}
/** Letters that a name may have; a longer one is none. */
const MAX_NAME_LENGTH = 64

/**
 * `text` with `fill(placeholder, written)` in the place of every placeholder, in one pass: what is filled in is not looked
 * at again. A backslash right before a placeholder goes away and leaves it as plain text; nothing else changes.
 */
export function replacePlaceholders(
  text: string,
  { dialect, names }: { dialect: ArgumentDialect; names: ReadonlyMap<string, number> },
  fill: (placeholder: Placeholder, written: string) => string,
): string {
  return text.replace(PATTERNS[dialect], (match: string, ...more: unknown[]) => {
    const groups = more.at(-1) as PlaceholderGroups
    const placeholder = placeholderOf(groups, dialect, names)
    if (placeholder === undefined) return match
    const { escape = '', name } = groups
    const rest = name === undefined ? '' : name.slice((placeholder as { name: string }).name.length)
    const written = match.slice(escape.length, match.length - rest.length)
    return (escape === '' ? fill(placeholder, written) : written) + rest
  })
}

function placeholderOf(
  { all, index, element, name }: PlaceholderGroups,
  dialect: ArgumentDialect,
  names: ReadonlyMap<string, number>,
): Placeholder | undefined {
  if (all !== undefined) return 'all'
  const number = index ?? element
  if (number !== undefined) return { position: Number(number) - (dialect === 'bash' ? 1 : 0) }
  const declared = name === undefined ? undefined : declaredName(name, names)
  return declared === undefined ? undefined : { name: declared, position: names.get(declared)! }
}

/** The longest declared name that a word begins with and that ends with the word or before a hyphen in it. */
function declaredName(word: string, names: ReadonlyMap<string, number>): string | undefined {
  for (let end = word.length; end > 0; end = word.lastIndexOf('-', end - 1)) {
    const name = word.slice(0, end)
    if (end <= MAX_NAME_LENGTH && names.has(name)) return name
  }
  return undefined
}
