import type { Trust } from '../config/open-trust.ts'
import type { SkillEntry, SkillSource } from '../sources/types.ts'
import { visibleLines } from '../text/visible-lines.ts'
import { describeEntry, type EntryDescription } from '../trust/describe-entry.ts'
import { identityOf, isSameIdentity } from '../trust/identity.ts'

export type ShownEntry = EntryDescription & {
  /** The text of `SKILL.md`, where somebody wanted to see it. */
  skillFile?: string
}

/** Everything worth knowing of an entry, from what is at hand; only `show` fetches, because the person asked for it. */
export async function shownEntry(
  source: SkillSource,
  entry: SkillEntry,
  { trust, show }: { trust: Trust; show: boolean },
): Promise<ShownEntry> {
  const identity = identityOf(source, entry.skillPath)
  const { uri: _, ...origin } = identity
  const contents = new Map<string, Uint8Array>()
  for (const file of entry.files === 'dynamic' ? [] : entry.files) {
    const bytes = await trust.store.read(origin, file)
    if (bytes !== undefined) contents.set(file.path, bytes)
  }
  if (show) contents.set('SKILL.md', await source.read(entry.skillPath, 'SKILL.md', { held: entry }))
  const before = (await trust.approvals.list()).findLast((row) => isSameIdentity(row, identity))
  const earlier = before?.files.find(({ path }) => path === 'SKILL.md')
  const skillFileBefore = earlier === undefined ? undefined : await trust.store.read(origin, earlier)
  const description = describeEntry(entry, { identity, contents, before, skillFileBefore })
  if (!show) return description
  return { ...description, skillFile: visibleLines(Buffer.from(contents.get('SKILL.md')!).toString()) }
}
