import { isDeepStrictEqual } from 'node:util'
import type { Check } from './judge-answer.ts'
import { difference, pathOf, sha256, skillUri, type TrueSkill, uriOf } from './truth.ts'

export interface WireEntry {
  uri: string
  frontmatter: Record<string, unknown>
  resources: { uri: string; digest: string; size: number }[] | 'dynamic'
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** RFC 3986: a `reg-name`, then path segments; hex digits are capital. */
const CANONICAL =
  /^skill:\/\/(?:[\w.~!$&'()*+,;=-]|%[0-9A-F]{2})+(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})+)+$/
const LIMITS = { files: 512, bytes: 16 * 1024 * 1024 }

/** Whether an entry says what is on disk. */
export function judgeEntry(entry: WireEntry, skill: TrueSkill, check: Check): void {
  const { uri, frontmatter, resources } = entry
  const name = frontmatter?.['name']
  check('S6', CANONICAL.test(uri) && new URL(uri).href === uri, `${uri} is canonical`)
  check(
    'S7',
    name === decodeURIComponent(uri.split('/').at(-2)!) && NAME.test(String(name)),
    `${uri} ends in its name`,
  )
  check('S8', /^[\w.~!$&'()*+,;=%-]+$/.test(uri.split('/')[2]!), `${uri} begins with a reg-name`)
  check(
    'S5',
    typeof name === 'string' && typeof frontmatter['description'] === 'string',
    `${uri} has name and description`,
  )
  check(
    'S16',
    isDeepStrictEqual(frontmatter, skill.frontmatter),
    `${uri}: its frontmatter is that of the file`,
  )
  check(
    'S17',
    isDeepStrictEqual(frontmatter?.['metadata'], skill.frontmatter['metadata']),
    `${uri}: reserved metadata passes`,
  )
  if (
    !check(
      'S10',
      resources === 'dynamic' || Array.isArray(resources),
      `${uri}: resources are a list or "dynamic"`,
    )
  )
    return
  if (
    !check('S14', (resources === 'dynamic') === skill.isDynamic, `${uri}: it is dynamic only without digests`)
  )
    return
  if (resources !== 'dynamic') judgeManifest(resources, skill, check)
}

function judgeManifest(resources: WireEntry['resources'] & object, skill: TrueSkill, check: Check): void {
  const { files } = skill
  const own = skillUri(skill)
  const expected = [...files.keys()].map((file) => uriOf(skill, file))
  const uris = resources.map(({ uri }) => uri)
  check(
    'S11',
    isDeepStrictEqual([...uris].sort(), [...expected].sort()),
    `${own}: every file once: ${difference(uris, expected)}`,
  )
  check(
    'S12',
    uris.every((uri) => uri.startsWith(own.slice(0, -'SKILL.md'.length)) && CANONICAL.test(uri)),
    `${own}: every file is inside`,
  )
  check(
    'S15',
    resources.length <= LIMITS.files && resources.reduce((sum, { size }) => sum + size, 0) <= LIMITS.bytes,
    `${own}: within the limits`,
  )
  for (const { uri, digest, size } of resources) {
    const bytes = files.get(pathOf(skill, uri))
    check('S13', bytes === undefined || digest === sha256(bytes), `${uri}: the digest is that of the file`)
    check('S13', bytes === undefined || size === bytes.length, `${uri}: the size is that of the file`)
  }
}
