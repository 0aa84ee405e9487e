import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SkillwayError } from '../../src/errors.ts'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import { digestOf } from '../../src/skill/digest.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { formatSkillUri } from '../../src/uri/format.ts'
import { folderOf } from './folder-of.ts'
import { findings, open, openAll } from './place.ts'
import { skillFile } from './skill-file.ts'
import { type Case, caseFixture, casesOf, unmetNeed } from '../case-fixture.ts'

interface Finding {
  code: string
  path?: string
  severity?: string
}

const titles = (...kinds: string[]): [string, Case][] =>
  casesOf(...kinds)
    .filter((row) => unmetNeed(row) === undefined)
    .map((row) => [`${row.id}: ${row.what}`, row])

/** The source over a case's root, or over its roots; closed and removed when the test is done. */
function sourceOf(row: Case, roots?: { path: string }[]): SkillSource {
  const fixture = caseFixture(row)
  const source = directorySource({
    label: 'local',
    roots: (roots ?? [{ path: '.' }]).map(({ path }) => ({
      path: join(fixture.path, path),
      shown: roots === undefined ? basename(fixture.path) : path,
    })),
  })
  onTestFinished(async () => {
    await source.close!()
    fixture.remove()
  })
  return source
}

/** What the source says of everything: its listing and the entry of every skill. */
async function allCodes(source: SkillSource): Promise<string[]> {
  const { skills, diagnostics } = await source.list()
  const entries = await Promise.all(skills.map(({ skillPath }) => source.get(skillPath)))
  return [...diagnostics, ...entries.flatMap((entry) => entry!.diagnostics)].map(({ code }) => code)
}

const pathsOf = (files: unknown): string[] => (files as { path: string }[]).map(({ path }) => path).sort()

/** The diagnostics as far as a case names them. An empty list in a case means that there are none. */
function likeWanted(diagnostics: readonly Diagnostic[], wanted: Finding[]): Finding[] {
  if (wanted.length === 0) return [...diagnostics]
  return wanted.map((each) => {
    const keys = Object.keys(each) as (keyof Finding)[]
    const found = diagnostics.find((finding) => keys.every((key) => finding[key] === each[key]))
    return Object.fromEntries(keys.map((key) => [key, found?.[key]])) as unknown as Finding
  })
}

/** What there is in place of everything that a case expects of a root. */
async function discovered(source: SkillSource, expected: Expected): Promise<Expected> {
  const { skills, diagnostics } = await source.list()
  const names = skills.map(({ name }) => name).sort()
  const found: Expected = {}
  if (expected.skills) found.skills = names
  if (expected.count) found.count = skills.length
  if (expected.skillsInclude)
    found.skillsInclude = expected.skillsInclude.filter((name) => names.includes(name))
  if (expected.diagnostics) found.diagnostics = likeWanted(diagnostics, expected.diagnostics)
  if (expected.diagnosticsExclude) {
    const codes = new Set<string>(diagnostics.map(({ code }) => code))
    found.diagnosticsExclude = expected.diagnosticsExclude.filter((code) => !codes.has(code))
  }
  if (expected.resources) {
    found.resources = {}
    for (const { name, skillPath } of skills) {
      found.resources[name] = pathsOf((await source.get(skillPath))!.files)
    }
  }
  if (expected.winner) {
    found.winner = Object.fromEntries(skills.map(({ name, description }) => [name, description]))
  }
  return found
}

interface Expected {
  skills?: string[]
  count?: number
  skillsInclude?: string[]
  diagnostics?: Finding[]
  diagnosticsExclude?: string[]
  resources?: Record<string, string[]>
  winner?: Record<string, string>
}

function sorted({ skills, resources, ...rest }: Expected): Expected {
  const files = Object.entries(resources ?? {}).map(([name, paths]) => [name, paths.toSorted()])
  return {
    ...rest,
    ...(skills && { skills: skills.toSorted() }),
    ...(resources && { resources: Object.fromEntries(files) as Record<string, string[]> }),
  }
}

describe('discovery in folders', () => {
  const rows = titles('discovery')

  it.each(rows)('%s', async (_title, row) => {
    const { maxMs = 5000, diagnosticsAny, ...expected } = row.expected as Expected & Limits
    const source = sourceOf(row)
    const start = performance.now()
    expect(await discovered(source, expected)).toEqual(sorted(expected))
    const codes = await allCodes(source)
    expect(performance.now() - start).toBeLessThan(maxMs)
    expect(diagnosticsAny ?? codes).toSatisfy(
      (any: string[]) => codes.length === 0 || any.some((code) => codes.includes(code)),
    )
  })
})

interface Limits {
  maxMs?: number
  /** One of these is said somewhere. */
  diagnosticsAny?: string[]
}

describe('precedence of roots', () => {
  const rows = titles('precedence')

  it.each(rows)('%s', async (_title, row) => {
    const { roots, ...expected } = row.expected as unknown as Expected & { roots: { path: string }[] }
    expect(await discovered(sourceOf(row, roots), expected)).toEqual(sorted(expected))
  })
})

describe('skills that no parser reads', () => {
  const unclosed = '---\nname: fmt\ndescription: Never closed.\n'

  it('B004: harm no sibling', async () => {
    const root = folderOf({
      'alpha/SKILL.md': skillFile('alpha', 'Is fine.'),
      'broken/SKILL.md': unclosed,
      'zeta/SKILL.md': skillFile('zeta', 'Is fine.'),
    })
    const source = open(root)
    expect((await source.list()).skills.map(({ name }) => name)).toEqual(['alpha', 'zeta'])
    expect(await findings(source)).toEqual(['FRONTMATTER_UNCLOSED broken/SKILL.md'])
  })

  it('B128: hide no skill of a later root', async () => {
    const base = folderOf({
      'project/fmt/SKILL.md': unclosed,
      'user/fmt/SKILL.md': skillFile('fmt', 'User copy.'),
    })
    const source = openAll(['project', 'user'].map((path) => ({ path: join(base, path), shown: path })))
    expect((await source.list()).skills).toMatchObject([{ name: 'fmt', description: 'User copy.' }])
    expect(await findings(source)).toEqual(['FRONTMATTER_UNCLOSED project/fmt/SKILL.md'])
  })
})

/** Findings that belong to reading the body of a skill, not to its source. */
const OF_THE_BODY = new Set(['REFERENCE_MISSING', 'REFERENCE_ESCAPES_SKILL', 'REFERENCE_CASE'])

interface ExpectedReference {
  lint?: string[]
  resources?: string[]
  uris?: string[]
  read?: string
  ok?: boolean
  text?: string
  blobBase64?: string
  messageContains?: string
}

/** What reading gives, or says where it fails, with its hint. */
async function outcomeOf(reading: Promise<Uint8Array>): Promise<{ bytes?: Buffer; said?: string }> {
  return reading.then(
    (bytes) => ({ bytes: Buffer.from(bytes) }),
    (error: SkillwayError) => ({ said: `${error.message} ${error.hint}` }),
  )
}

describe('references into folders', () => {
  it.each(titles('reference'))('%s', async (_title, row) => {
    const { lint = [], resources, uris } = row.expected as ExpectedReference
    const source = sourceOf(row)
    const { skillPath } = (await source.list()).skills[0]!
    const { files, diagnostics } = (await source.get(skillPath))!
    const codes = diagnostics.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(lint.filter((code) => !OF_THE_BODY.has(code))))
    const paths = pathsOf(files)
    expect(paths).toEqual(resources ?? paths)
    const addressed = paths.map((path) => formatSkillUri(skillPath, path)).sort()
    expect(addressed).toEqual(uris?.toSorted() ?? addressed)
  })

  const reads = titles('reference').filter(([, row]) => 'read' in row.expected)

  it.each(reads.filter(([, { expected }]) => expected['ok'] === true && !('truncated' in expected)))(
    '%s: it is read',
    async (_title, row) => {
      const { read, text, blobBase64 } = row.expected as ExpectedReference
      const source = sourceOf(row)
      const { bytes } = await outcomeOf(source.read((await source.list()).skills[0]!.skillPath, read!))
      expect(bytes?.toString('base64')).toBe(blobBase64 ?? Buffer.from(text!).toString('base64'))
    },
  )

  it.each(reads.filter(([, { expected }]) => expected['ok'] === false))(
    '%s: it is refused',
    async (_title, row) => {
      const { read, messageContains = '' } = row.expected as ExpectedReference
      const source = sourceOf(row)
      const { said } = await outcomeOf(source.read((await source.list()).skills[0]!.skillPath, read!))
      expect(said).toContain(messageContains)
      expect(said).not.toMatch(/\/(?:home|Users|tmp)\/|secret/)
    },
  )

  it('B147: gives the digest of the raw bytes, line ends and all', async () => {
    const source = sourceOf(casesOf('reference').find(({ id }) => id === 'B147')!)
    const { skillPath } = (await source.list()).skills[0]!
    const bytes = await source.read(skillPath, 'SKILL.md')
    const { files } = (await source.get(skillPath))!
    expect(files).toContainEqual({ path: 'SKILL.md', size: bytes.length, digest: digestOf(bytes) })
  })
})

describe('names that are not those of the folder', () => {
  it('B080: the skill goes by its name, and its folder is kept', async () => {
    const row = casesOf('name').find(({ id }) => id === 'B080')!
    const { group, remove } = caseFixture(row)
    onTestFinished(remove)
    const source = directorySource({ label: 'local', roots: [{ path: group, shown: 'B080' }] })
    const { skills, diagnostics } = await source.list()
    expect(skills).toMatchObject([{ skillPath: 'pdf-tools', folderPath: 'pdf', name: 'pdf-tools' }])
    expect(diagnostics).toMatchObject([{ code: 'NAME_DIR_MISMATCH', path: 'pdf/SKILL.md' }])
    expect(await source.get('pdf-tools')).toMatchObject({ skillPath: 'pdf-tools', folderPath: 'pdf' })
    expect(await source.get('pdf')).toBeUndefined()
  })
})
