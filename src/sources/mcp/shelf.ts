import type { FoundSkills, KnownSkill } from './skill-protocol.ts'

export interface ShelfOptions {
  now: () => number
  /** How long something is good of which the server says this. */
  goodFor: (ttlMs: unknown) => number
}

/** What is known of a server's skills, and until when it may be told without asking again. */
export interface Shelf {
  /** Skills of the last listing. */
  listed(): KnownSkill[]
  get(skillPath: string): KnownSkill | undefined
  /** The skill with its files, if what is known of it is still good. */
  good(skillPath: string): KnownSkill | undefined
  fill(found: Pick<FoundSkills, 'skills' | 'ttlMs'>): void
  /** Keeps what the server answered when it was asked for one skill. */
  put(known: KnownSkill): void
  /** The server has no such skill any more. */
  drop(skillPath: string): void
  /** What is known of the skill, or of all, may not be what the server says now. */
  doubt(skillPath?: string): void
}

interface Kept {
  known: KnownSkill
  goodUntil: number
}

/** Answers that are kept beside the listing. */
const MAX_ASKED = 1024

export function newShelf({ now, goodFor }: ShelfOptions): Shelf {
  let listed = new Map<string, Kept>()
  const asked = new Map<string, Kept>()
  const find = (skillPath: string) => asked.get(skillPath) ?? listed.get(skillPath)

  return {
    listed: () => [...listed.values()].map(({ known }) => known),
    get: (skillPath) => find(skillPath)?.known,
    good(skillPath) {
      const kept = find(skillPath)
      return kept !== undefined && kept.goodUntil > now() && Array.isArray(kept.known.summary.files)
        ? kept.known
        : undefined
    },
    fill({ skills, ttlMs }) {
      const goodUntil = now() + goodFor(ttlMs)
      listed = new Map(skills.map((known) => [known.summary.skillPath, { known, goodUntil }]))
      for (const { known } of listed.values()) {
        if (known.summary.files !== undefined) asked.delete(known.summary.skillPath)
      }
    },
    put(known) {
      const { skillPath } = known.summary
      asked.delete(skillPath)
      asked.set(skillPath, { known, goodUntil: now() + goodFor(known.ttlMs) })
      const [oldest] = asked.keys()
      if (asked.size > MAX_ASKED) asked.delete(oldest!)
    },
    drop(skillPath) {
      asked.delete(skillPath)
      listed.delete(skillPath)
    },
    doubt(skillPath) {
      const doubted = skillPath === undefined ? [...asked.values(), ...listed.values()] : [find(skillPath)]
      for (const kept of doubted) if (kept !== undefined) kept.goodUntil = -Infinity
    },
  }
}
