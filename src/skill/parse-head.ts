import { type HeadReading, readHead, type SkillFilePlace } from './read-head.ts'

export interface ParseHeadOptions extends SkillFilePlace {
  /** True if these bytes are the whole file. A skill written in headings has its head in all of it. */
  complete?: boolean
}

/**
 * The head of a `SKILL.md` from the first bytes of the file, which may end anywhere, within a character too.
 * `undefined` where they do not hold it: ask again with more. About 68 KiB always decide a file with frontmatter.
 * Never throws, whatever the bytes are.
 */
export function parseSkillHead(bytes: Uint8Array, options: ParseHeadOptions): HeadReading | undefined {
  return readHead(bytes, options, options.complete ?? false)
}
