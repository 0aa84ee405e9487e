import { SkillwayError } from '../../errors.ts'
import { pathOfUri } from '../../sep2640/uri-path.ts'

/** Characters of a server's instructions in which URIs are looked for. */
const MAX_READ = 65_536
const SKILL_FILE = '/SKILL.md'
const CANDIDATE = /\b[a-z][a-z0-9+.-]{0,31}:\/\/[^\s"'`<>()[\]{}|\\^]{1,1024}?\/SKILL\.md(?![\w%/.-]*\w)/gi

/** URIs of `SKILL.md` files in a text, each skill once, without those of skills that are known. */
export function mentionedUris(text: string, knownPaths: ReadonlySet<string>): string[] {
  const uris = new Map<string, string>()
  for (const [uri] of text.slice(0, MAX_READ).matchAll(CANDIDATE)) {
    const path = skillPathOf(uri)
    if (path !== undefined && !knownPaths.has(path) && !uris.has(path)) uris.set(path, uri)
  }
  return [...uris.values()]
}

function skillPathOf(uri: string): string | undefined {
  try {
    return pathOfUri(uri).slice(0, -SKILL_FILE.length)
  } catch (error) {
    if (error instanceof SkillwayError) return undefined
    throw error
  }
}
