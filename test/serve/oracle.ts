import { isDeepStrictEqual } from 'node:util'
import { judgeEntry, type WireEntry } from './judge-entry.ts'
import { type Check, judgeResult, walk } from './judge-answer.ts'
import { difference, encoded, skillUri, trueChildren, trueFolders, type TrueSkill, uriOf } from './truth.ts'
import { INITIALIZE, type Wire } from './wire.ts'

/** What the oracle has looked at and what it has found wrong, each with the duty of SEP-2640 that it is about. */
export interface Verdict {
  /** How many times each duty was checked. */
  checked: Map<string, number>
  /** `S13 skill://…: its digest is not that of the file`. */
  findings: string[]
}

const EXTENSION = 'io.modelcontextprotocol/skills'
/** Files of a skill that are read twice, and how many of a large skill are passed over for each that is read. */
const READ_TWICE = 2
const LARGE = { files: 100, step: 8, bytes: 1024 * 1024 }

/** Compares everything that a server of the Skills extension says with what is true. */
export async function judge(wire: Wire, truth: readonly TrueSkill[]): Promise<Verdict> {
  const verdict: Verdict = { checked: new Map(), findings: [] }
  const check: Check = (duty, ok, about) => {
    verdict.checked.set(duty, (verdict.checked.get(duty) ?? 0) + 1)
    if (!ok) verdict.findings.push(`${duty} ${about}`)
    return ok
  }
  await judgeDeclaration(wire, check)
  const entries = await judgeListing(wire, truth, check)
  await Promise.all(
    truth.map(async (skill) => {
      const listed = entries.get(skillUri(skill))
      if (listed !== undefined) judgeEntry(listed, skill, check)
      await judgeGet(wire, { skill, listed }, check)
      await judgeFiles(wire, skill, check)
    }),
  )
  await judgeRefusals(wire, truth, check)
  await judgeResources(wire, truth, check)
  await Promise.all([...trueFolders(truth)].map((folder) => judgeFolder(wire, { folder, truth }, check)))
  return verdict
}

async function judgeDeclaration(wire: Wire, check: Check): Promise<void> {
  const modern = wire.era === '2026-07-28'
  const { result } = await wire.ask(modern ? 'server/discover' : 'initialize', modern ? {} : INITIALIZE)
  const capabilities = (result?.['capabilities'] ?? {}) as Record<string, Record<string, unknown>>
  const declared = capabilities['extensions']?.[EXTENSION]
  check(
    'S1',
    isDeepStrictEqual(declared, { directoryRead: true }),
    'the extension is declared with its option',
  )
  check('S4', capabilities['resources'] !== undefined, 'the resources capability is declared')
}

async function judgeListing(
  wire: Wire,
  truth: readonly TrueSkill[],
  check: Check,
): Promise<Map<string, WireEntry>> {
  const all = await walk(wire, { method: 'skills/list', key: 'skills', params: {} }, check)
  const entries = all as unknown as WireEntry[]
  const expected = truth.filter(({ isListed }) => isListed).map(skillUri)
  const uris = entries.map(({ uri }) => uri)
  check(
    'S2',
    isDeepStrictEqual([...uris].sort(), [...expected].sort()),
    `the listing is ${uris.length} entries, ${expected.length} are true: ${difference(uris, expected)}`,
  )
  const names = entries.map(({ frontmatter }) => frontmatter?.['name'])
  const trueNames = truth.filter(({ isListed }) => isListed).map(({ frontmatter }) => frontmatter['name'])
  check('S18', new Set(names).size === new Set(trueNames).size, 'no name is there more often than on disk')
  check(
    'S27',
    entries.every((entry) =>
      isDeepStrictEqual(Object.keys(entry).sort(), ['frontmatter', 'resources', 'uri']),
    ),
    'nothing marks nesting: an entry has uri, frontmatter and resources',
  )
  return new Map(entries.map((entry) => [entry.uri, entry]))
}

async function judgeGet(
  wire: Wire,
  { skill, listed }: { skill: TrueSkill; listed: WireEntry | undefined },
  check: Check,
): Promise<void> {
  const answer = await wire.ask('skills/get', { uri: skillUri(skill) })
  const got = answer.result?.['skill'] as WireEntry | undefined
  judgeResult(wire, { answer, duty: 'S19', isCached: true, about: `skills/get ${skillUri(skill)}` }, check)
  check('S22', got !== undefined && got.uri === skillUri(skill), `${skillUri(skill)} is got`)
  check('S22', answer.result?.['nextCursor'] === undefined, `${skillUri(skill)}: no cursor`)
  if (got !== undefined && skill.isListed)
    check('S22', isDeepStrictEqual(got, listed), `${skillUri(skill)}: got as listed`)
  if (got !== undefined && !skill.isListed) judgeEntry(got, skill, check)
}

async function judgeFiles(wire: Wire, skill: TrueSkill, check: Check): Promise<void> {
  const step = skill.files.size > LARGE.files ? LARGE.step : 1
  for (const [index, [file, bytes]] of [...skill.files].entries()) {
    if (index % step !== 0 && file !== 'SKILL.md') continue
    const isLarge = bytes.length > LARGE.bytes
    if (isLarge && index > 1) continue
    for (let round = 0; round < (index < READ_TWICE && !isLarge ? 2 : 1); round++) {
      await judgeRead(wire, { uri: uriOf(skill, file), bytes }, check)
    }
  }
}

async function judgeRead(
  wire: Wire,
  { uri, bytes }: { uri: string; bytes: Buffer },
  check: Check,
): Promise<void> {
  const { result } = await wire.ask('resources/read', { uri })
  const contents = (result?.['contents'] ?? []) as {
    uri: string
    mimeType: string
    text?: string
    blob?: string
  }[]
  const [content] = contents
  const read =
    content?.text === undefined ? Buffer.from(content?.blob ?? '', 'base64') : Buffer.from(content.text)
  check('S25', contents.length === 1 && content!.uri === uri, `${uri} is read as one content of its URI`)
  check('S13', read.equals(bytes), `${uri}: the bytes are those of the file`)
  const isSkillFile = uri.endsWith('/SKILL.md')
  check('S9', !isSkillFile || content?.mimeType === 'text/markdown', `${uri} is Markdown`)
}

async function judgeRefusals(wire: Wire, truth: readonly TrueSkill[], check: Check): Promise<void> {
  const [skill] = truth
  const folder = skillUri(skill!).slice(0, -'/SKILL.md'.length)
  const junk = [
    'skill://none/SKILL.md',
    'file:///etc/passwd',
    'https://example.com/SKILL.md',
    'SKILL.md',
    '',
    'skill://',
    `${folder}/../${folder.slice(8)}/SKILL.md`,
    `${folder}/nothing.md`,
    `${folder}//SKILL.md`,
    `${folder}/SKILL.md?x`,
    `${folder}/SKILL.md#x`,
    `${folder}/%53KILL.md`,
  ]
  const refused = async (duty: string, method: string, uri: string) => {
    const { error } = await wire.ask(method, { uri })
    check(duty, error?.code === -32_602, `${method} of ${uri} is refused with -32602, not ${error?.code}`)
    check(
      'S26',
      error === undefined || (error.message.length > 10 && error.message.length < 1024),
      `${method} of ${uri}: the message says something`,
    )
  }
  for (const uri of [
    ...junk,
    folder,
    ...[...skill!.files.keys()].filter((file) => file !== 'SKILL.md').map((file) => uriOf(skill!, file)),
  ])
    await refused('S23', 'skills/get', uri)
  for (const uri of [...junk, folder]) await refused('S25', 'resources/read', uri)
  for (const uri of [...junk, skillUri(skill!), `${folder}/`])
    await refused('S24', 'resources/directory/read', uri)
}

async function judgeResources(wire: Wire, truth: readonly TrueSkill[], check: Check): Promise<void> {
  const resources = await walk(wire, { method: 'resources/list', key: 'resources', params: {} }, check)
  const byUri = new Map(resources.map((resource) => [resource['uri'], resource]))
  for (const skill of truth.filter(({ isListed }) => isListed)) {
    const resource = byUri.get(skillUri(skill))
    const { name, description } = skill.frontmatter
    check(
      'S9',
      resource?.['mimeType'] === 'text/markdown' &&
        resource['name'] === name &&
        resource['description'] === description,
      `${skillUri(skill)}: its resource has name, description and type`,
    )
    const keys = Object.keys((resource?.['_meta'] ?? {}) as object)
    check(
      'S29',
      !keys.some((key) => key.startsWith('io.modelcontextprotocol.skills/')),
      `${skillUri(skill)}: nothing of ours under the reserved prefix`,
    )
  }
}

async function judgeFolder(
  wire: Wire,
  { folder, truth }: { folder: string; truth: readonly TrueSkill[] },
  check: Check,
): Promise<void> {
  const uri = `skill://${folder.split('/').map(encoded).join('/')}`
  const children = await walk(
    wire,
    { method: 'resources/directory/read', key: 'resources', params: { uri } },
    check,
  )
  const expected = trueChildren(truth, folder)
  const seen = children.map(({ uri: child, mimeType, name }) => {
    const last = decodeURIComponent(String(child).slice(uri.length + 1))
    const inside = String(child).startsWith(`${uri}/`) && !last.includes('/') && name === last
    return inside ? `${last}${mimeType === 'inode/directory' ? '/' : ''}` : `foreign ${child}`
  })
  check('S3', children.length > 0, `${uri} is read as a directory`)
  check(
    'S24',
    isDeepStrictEqual([...seen].sort(), [...expected].sort()),
    `${uri}: every direct child once: ${difference(seen, [...expected])}`,
  )
}
