import type { SkillFile } from '../skill/types.ts'
import type { SkillEntry } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import { isAddressable } from '../uri/segment.ts'

const DIGEST = /^sha256:[0-9a-f]{64}$/

/** Why an entry cannot be held to anything, or `undefined` for a sound one (SEP-2640: complete, unambiguous, digests in one form). */
export function entryFault({ files }: Pick<SkillEntry, 'files'>): string | undefined {
  if (files === 'dynamic') return undefined
  if (!Array.isArray(files)) return 'it has no list of files'
  if (!files.some(({ path }) => path === 'SKILL.md')) return 'it does not list its own SKILL.md'
  return first(files, fileFault) ?? twins(files)
}

function fileFault({ path, size, digest }: SkillFile): string | undefined {
  if (!path.split('/').every(isAddressable))
    return `it lists ${quote(path)}, which is no plain path inside the skill`
  if (!DIGEST.test(digest)) return `the digest of ${quote(path)} is not sha256: and 64 lowercase hex digits`
  if (!Number.isSafeInteger(size) || size < 0) return `the size of ${quote(path)} is not a number of bytes`
  return undefined
}

/** Names that some file systems take for one: held to one, the other could be read. */
function twins(files: SkillFile[]): string | undefined {
  const seen = new Map<string, string>()
  return first(files, ({ path }) => {
    const folded = path.normalize('NFC').toLowerCase()
    const twin = seen.get(folded)
    seen.set(folded, path)
    return twin === undefined ? undefined : `it lists both ${quote(twin)} and ${quote(path)}`
  })
}

function first(files: SkillFile[], faultOf: (file: SkillFile) => string | undefined): string | undefined {
  for (const file of files) {
    const fault = faultOf(file)
    if (fault !== undefined) return fault
  }
  return undefined
}
