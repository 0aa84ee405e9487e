import { digestOf } from '../../src/skill/digest.ts'
import { parseSkill } from '../../src/skill/parse.ts'
import type { SkillFile } from '../../src/skill/types.ts'
import type { SkillEntry, SkillSource } from '../../src/sources/types.ts'
import { referenceNotFound } from '../../src/sources/read-errors.ts'

export type Files = Record<string, string | Uint8Array>

/** A remote source that does what a test makes it do, and notes what it was asked for. */
export interface Upstream extends SkillSource {
  readonly endpoint: string
  /** What it serves now, by skill path; tests change it. */
  skills: Record<string, Files>
  /** Changes what it says of a skill. */
  entryLie: (entry: SkillEntry) => SkillEntry
  /** Changes what it serves for a file; the number counts the reads of that file, from 1. */
  readLie: (bytes: Uint8Array, filePath: string, count: number) => Uint8Array
  /** `get billing`, `get billing fresh`, `read billing SKILL.md`, in order. */
  calls: string[]
}

export const REFUNDS: Files = {
  'SKILL.md': skillFile('refunds'),
  'references/guide.md': 'The guide.\n',
  'scripts/run.sh': '#!/bin/sh\necho hi\n',
}

export function skillFile(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: Handles ${name}.\n${more}---\nDo it well.\n`
}

export function upstream(
  skills: Record<string, Files> = { refunds: REFUNDS },
  place: Partial<Place> = {},
): Upstream {
  const counts = new Map<string, number>()
  const source: Upstream = {
    label: place.label ?? 'docs',
    kind: 'mcp',
    endpoint: place.endpoint ?? 'https://docs.example/mcp',
    skills,
    entryLie: (entry) => entry,
    readLie: (bytes) => bytes,
    calls: [],
    async list() {
      return { skills: Object.keys(source.skills).map((path) => entryOf(source, path)), diagnostics: [] }
    },
    async get(skillPath, options) {
      source.calls.push(`get ${skillPath}${options?.fresh ? ' fresh' : ''}`)
      return source.skills[skillPath] === undefined ? undefined : entryOf(source, skillPath)
    },
    async read(skillPath, filePath) {
      source.calls.push(`read ${skillPath} ${filePath}`)
      const files = source.skills[skillPath] ?? {}
      const content = files[filePath]
      if (content === undefined) throw referenceNotFound(skillPath, filePath, Object.keys(files))
      const count = (counts.get(filePath) ?? 0) + 1
      counts.set(filePath, count)
      return source.readLie(Buffer.from(content), filePath, count)
    },
  }
  return source
}

interface Place {
  label: string
  endpoint: string
}

/** The true entry of what it serves, before any lie. */
function entryOf(source: Upstream, skillPath: string): SkillEntry {
  const files = Object.entries(source.skills[skillPath]!).map(([path, content]) => {
    const bytes = Buffer.from(content)
    return { path, size: bytes.length, digest: digestOf(bytes) }
  })
  const { skill } = parseSkill(Buffer.from(source.skills[skillPath]!['SKILL.md']!), {
    path: `${skillPath}/SKILL.md`,
  })
  const { body: _, ...head } = skill!
  return source.entryLie({
    ...head,
    skillPath,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    diagnostics: [],
  })
}

/** The entry with one of its files described otherwise. */
export function withFile(entry: SkillEntry, path: string, change: object): SkillEntry {
  return {
    ...entry,
    files: filesOf(entry).map((file) => (file.path === path ? { ...file, ...change } : file)),
  }
}

/** What a read gives, or the code of its error. */
export async function outcomeOf(promise: Promise<Uint8Array>): Promise<string> {
  try {
    return Buffer.from(await promise).toString()
  } catch (error) {
    return String((error as { code?: string }).code)
  }
}

export function filesOf({ files }: SkillEntry): SkillFile[] {
  return files === 'dynamic' ? [] : files
}
