import MiniSearch from 'minisearch'
import type { JsonValue } from '../skill/types.ts'
import { checkText } from './check-text.ts'
import type { PlacedSkill } from './types.ts'

export interface Ranked {
  skill: PlacedSkill
  score: number
}

/** Characters of a query that count; the time that a search takes grows with its words. */
const MAX_QUERY = 4000

/** A full-text search over names, descriptions and metadata of skills; the index is built once. */
export function searchOver(skills: readonly PlacedSkill[]): (query: string) => Ranked[] {
  const index = new MiniSearch({
    fields: ['name', 'description', 'metadata'],
    searchOptions: {
      boost: { name: 4, description: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  index.addAll(skills.map((skill, id) => ({ id, ...searchable(skill) })))
  return (query) => {
    checkText('query', query ?? null)
    return index
      .search(query.slice(0, MAX_QUERY))
      .map(({ id, score }) => ({ skill: skills[id as number]!, score }))
      .sort((a, b) => b.score - a.score || compare(a.skill.uri, b.skill.uri))
  }
}

function searchable({ name, path, description, frontmatter }: PlacedSkill) {
  const { metadata, tags, keywords } = frontmatter
  return {
    name: `${name} ${path.replaceAll('/', ' ')}`,
    description,
    metadata: [metadata, tags, keywords, frontmatter['when_to_use']].map(textOf).join(' '),
  }
}

function textOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return (Array.isArray(value) ? value : Object.values(value)).map(textOf).join(' ')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
