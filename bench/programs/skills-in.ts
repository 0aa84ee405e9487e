import type { SkillEntry, SkillSource } from '../../src/sources/types.ts'
import { fromDist } from '../from-dist.ts'

/** A source over one folder. */
export async function openSource(root: string): Promise<SkillSource> {
  const { directorySource } = await fromDist<typeof import('../../src/index.ts')>('index.js')
  return directorySource({ label: 'local', roots: [{ path: root, shown: 'skills' }] })
}

/** Every skill with all its digests. */
export async function allEntries(source: SkillSource, { fresh = false } = {}): Promise<SkillEntry[]> {
  const entries: SkillEntry[] = []
  for (const { skillPath } of (await source.list({ fresh })).skills) {
    const entry = await source.get(skillPath)
    if (entry !== undefined) entries.push(entry)
  }
  return entries
}

export function fileCount(entries: readonly SkillEntry[]): number {
  return entries.reduce((sum, { files }) => sum + (files === 'dynamic' ? 0 : files.length), 0)
}
