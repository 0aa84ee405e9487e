import type { Frontmatter, JsonValue, SkillFile } from '../skill/types.ts'
import { canonicalJson } from './canonical-json.ts'

/** What is compared of an entry. */
export interface EntryContent {
  files: SkillFile[] | 'dynamic'
  frontmatter: Frontmatter
}

/** What differs between two entries of one skill; file paths are sorted. */
export interface EntryChanges {
  added: string[]
  removed: string[]
  changed: string[]
  /** Fields of the frontmatter; `before` or `after` is missing where the field is. */
  frontmatter: FieldChange[]
  /** True if the source gives no digests any more. */
  becameDynamic: boolean
}

export interface FieldChange {
  field: string
  before?: JsonValue
  after?: JsonValue
}

export function changesBetween(before: EntryContent, after: EntryContent): EntryChanges {
  const old = filesByPath(before)
  const now = filesByPath(after)
  return {
    added: [...now.keys()].filter((path) => !old.has(path)).sort(),
    removed: [...old.keys()].filter((path) => !now.has(path)).sort(),
    changed: [...now.keys()].filter((path) => old.has(path) && old.get(path) !== now.get(path)).sort(),
    frontmatter: fieldChanges(before.frontmatter, after.frontmatter),
    becameDynamic: after.files === 'dynamic' && before.files !== 'dynamic',
  }
}

function filesByPath({ files }: EntryContent): Map<string, string> {
  if (files === 'dynamic') return new Map()
  return new Map(files.map(({ path, digest, size }) => [path, `${digest} ${size}`]))
}

/** Field by field, as JSON compares (SEP-2640: a difference in any field counts). */
export function fieldChanges(before: Frontmatter, after: Frontmatter): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return fields.flatMap((field): FieldChange[] => {
    const old = valueOf(before, field)
    const now = valueOf(after, field)
    if (old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now)) return []
    return [
      { field, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) },
    ]
  })
}

function valueOf(frontmatter: Frontmatter, field: string): JsonValue | undefined {
  return Object.hasOwn(frontmatter, field) ? frontmatter[field] : undefined
}
