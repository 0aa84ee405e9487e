import type { Catalog, CatalogSkill } from '../catalog/types.ts'

/** A message as the model APIs have it: text, or parts of which some have text. */
export interface PromptMessage {
  role: string
  content: string | readonly { type?: string; text?: string }[]
}

/** Characters of the messages that are looked at; the last ones count. */
const MAX_TEXT = 4000
/** Share of the best skill's score below which a skill does not match. */
const NEAR_THE_BEST = 0.4
/** Words of the messages that a skill's description must have, where its name has none. */
const MIN_WORDS = 2

/** Words that say nothing about a task. */
const COMMON = new Set(
  `about after all also and any are ask been before but can could did does done for from get give had has have help here how
  into its just know let like make many may more most much need not now off one only our out over please see should show some
  such take tell than thank thanks that the their them then there these they this those use used using very want was way
  were what when where which who why will with would write you your`.split(/\s+/),
)

/**
 * The local skills that fit what the user said last, best first: those whose name shares a word with it, or whose description
 * shares two. What the assistant or a tool said does not count.
 */
export async function matchSkills(
  catalog: Catalog,
  messages: readonly PromptMessage[],
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<CatalogSkill[]> {
  const words = wordsOf(lastUserText(messages)).filter((word) => !COMMON.has(word))
  if (words.length === 0) return []
  const hits = await catalog.search([...new Set(words)].join(' '), { limit: limit * 4, signal })
  const fitting = hits.filter(({ score }) => score >= hits[0]!.score * NEAR_THE_BEST)
  const local = fitting.filter(({ source }) => source.kind !== 'mcp')
  return local.filter((skill) => shares(words, skill)).slice(0, limit)
}

/** The text of the user's messages after the last one of somebody else. */
function lastUserText(messages: readonly PromptMessage[]): string {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const before = messages.slice(0, last + 1).findLastIndex(({ role }) => role !== 'user')
  const texts = messages.slice(before + 1, last + 1).map(({ content }) => textOf(content))
  return texts.join('\n').slice(-MAX_TEXT)
}

function textOf(content: PromptMessage['content']): string {
  if (typeof content === 'string') return content
  return content.map(({ text }) => text ?? '').join('\n')
}

function shares(words: readonly string[], { name, description }: CatalogSkill): boolean {
  const inName = stems(wordsOf(name))
  const inDescription = stems(wordsOf(description))
  const asked = stems(words)
  return (
    [...asked].some((word) => inName.has(word)) ||
    [...asked].filter((word) => inDescription.has(word)).length >= MIN_WORDS
  )
}

function stems(words: readonly string[]): Set<string> {
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|s|e)$/, '')))
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2)
}
