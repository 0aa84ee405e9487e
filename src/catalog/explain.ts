import { entryOf } from './load.ts'
import type { Snapshot } from './snapshot.ts'
import type { Explanation, PlacedSkill, Resolution } from './types.ts'

/** Everything known about how a reference was understood and about the skill that it means. */
export async function explainResolved(
  reference: string,
  resolution: Resolution,
  snapshot: Snapshot,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Explanation> {
  const { skill, filePath, by } = resolution
  const sameName = snapshot.named.get(skill.name) ?? [skill]
  const rank = sameName.indexOf(skill)
  const entry = await entryOf(skill, options)
  return {
    reference,
    uri: skill.uri,
    name: skill.name,
    source: skill.source,
    file: filePath ?? null,
    resolvedBy: by,
    shadows: rank === 0 ? sameName.slice(1).map(({ uri }) => uri) : [],
    shadowedBy: rank > 0 ? sameName[0]!.uri : null,
    listable: entry.listable,
    diagnostics: [...resolution.diagnostics, ...entry.diagnostics, ...aboutName(skill, snapshot)],
  }
}

function aboutName(skill: PlacedSkill, { diagnostics }: Snapshot) {
  return diagnostics.filter(
    ({ code, path }) => code === 'NAME_COLLISION' && path.split('/').at(-1) === skill.path.split('/').at(-1),
  )
}
