import { foldedPath } from '../../sep2640/skill-from-wire.ts'
import { quote } from '../../text/quote.ts'
import type { KnownSkill } from './skill-protocol.ts'

/** A skill that was left out, and why. */
export interface Twin {
  uri: string
  problem: string
}

/** One server's skills, each path once: of two that differ in nothing but letter case or normalisation the first is kept. */
export function withoutTwins(skills: readonly KnownSkill[]): { kept: KnownSkill[]; twins: Twin[] } {
  const seen = new Map<string, string>()
  const twins: Twin[] = []
  const kept = skills.filter(({ uri, summary }) => {
    const folded = foldedPath(summary.skillPath)
    const first = seen.get(folded)
    if (first === undefined) seen.set(folded, uri)
    else twins.push({ uri, problem: `${quote(first)} was listed before it and stands for the same path` })
    return first === undefined
  })
  return { kept, twins }
}
