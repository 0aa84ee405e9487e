import type { SeededRandom } from './seeded-random.ts'

export const VERBS = words(`
  analyse archive audit build check clean compare convert debug deploy design document draft edit estimate
  explain export extract fill format import index label merge migrate monitor optimise plan profile
  publish refactor render review schedule split summarise test trace translate validate`)
export const NOUNS = words(`
  accessibility api backups budgets calendars charts contracts dashboards databases datasets dependencies
  diagrams dockerfiles documents emails embeddings events experiments expenses features feeds forms
  functions graphs images incidents interviews inventories invoices issues journals keywords ledgers
  letters licences logs manuals maps meetings messages metrics migrations models notebooks orders papers
  patches payments permissions photos pipelines playlists podcasts policies portfolios prompts proposals
  queries queues quizzes receipts recipes records releases reports requirements resumes schemas scripts
  secrets slides spreadsheets stories subtitles surveys tables tests threads tickets timelines tokens
  transcripts translations videos webhooks websites widgets workflows`)
const ADJECTIVES = words(`
  annual broken clean complete confidential consistent current daily draft duplicate empty external final
  foreign incomplete internal large legacy localised missing monthly nested obsolete partial pending
  public raw recent scanned shared signed slow stale structured unsigned weekly`)
const PEOPLE = words(`
  analysts auditors customers designers editors engineers lawyers managers newcomers researchers students
  supporters teachers writers`)

/** A sentence, capital to full stop, that an author of skills might have written. */
export function sentence(random: SeededRandom): string {
  const { pick } = random
  const verb = pick(VERBS)
  switch (random.below(4)) {
    case 0:
      return `${capital(verb)} ${pick(ADJECTIVES)} ${pick(NOUNS)} and ${pick(VERBS)} the ${pick(NOUNS)} that ${pick(PEOPLE)} rely on.`
    case 1:
      return `Use when somebody asks to ${verb} ${pick(NOUNS)}, or mentions ${pick(ADJECTIVES)} ${pick(NOUNS)} or ${pick(NOUNS)}.`
    case 2:
      return `Before you ${verb} the ${pick(NOUNS)}, read what the ${pick(ADJECTIVES)} ${pick(NOUNS)} say about ${pick(NOUNS)}.`
    default:
      return `Never ${verb} ${pick(ADJECTIVES)} ${pick(NOUNS)} without asking the ${pick(PEOPLE)} first.`
  }
}

/** Sentences of about `length` characters together. */
export function sentences(random: SeededRandom, length: number): string {
  let text = sentence(random)
  while (text.length < length) text += ` ${sentence(random)}`
  if (text.length <= length) return text
  const end = text.lastIndexOf(' ', length)
  return `${text.slice(0, end < 20 ? length : end).replace(/[.,\s]+$/, '')}.`
}

/** Markdown of at least `length` characters: headings, paragraphs, lists, code. */
export function markdown(random: SeededRandom, length: number): string {
  const parts: string[] = []
  for (let size = 0; size < length; size += parts.at(-1)!.length + 2) parts.push(block(random))
  return parts.join('\n\n')
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

function block(random: SeededRandom): string {
  const { pick, below } = random
  switch (below(6)) {
    case 0:
      return `## ${capital(pick(VERBS))} the ${pick(NOUNS)}`
    case 1:
      return Array.from({ length: 3 + below(4) }, (_, at) => `${at + 1}. ${sentence(random)}`).join('\n')
    case 2:
      return `\`\`\`bash\n./scripts/${pick(VERBS)}.sh --input ${pick(NOUNS)}.json --out "$HOME/${pick(NOUNS)}"\n\`\`\``
    default:
      return sentences(random, 200 + below(400))
  }
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}
