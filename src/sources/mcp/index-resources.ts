import { SkillwayError } from '../../errors.ts'
import { pathOfUri } from '../../sep2640/uri-path.ts'
import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import { quote } from '../../text/quote.ts'
import { truncate } from '../../text/truncate.ts'
import { entryInvalid } from './entry-invalid.ts'
import { MANIFEST } from './manifest.ts'
import type { KnownSkill } from './skill-protocol.ts'
import { withoutTwins } from './without-twins.ts'

export interface ResourceIndex {
  skills: KnownSkill[]
  diagnostics: Diagnostic[]
}

interface SkillResource {
  uri: string
  /** Of the folder for a `SKILL.md`, of the file for any other. */
  path: string
  isSkill: boolean
  description: string
}

const SKILL_SCHEME = /^skill:\/\//i
const SKILL_FILE = '/SKILL.md'
const MAX_DESCRIPTION = 1024

/** The skills among a server's resources: each `SKILL.md` under `skill://` is one, and the rest tells what else they have. */
export function indexResources(items: readonly unknown[]): ResourceIndex {
  const diagnostics: Diagnostic[] = []
  const resources = items.flatMap((item) => skillResourceIn(item, diagnostics))
  const filesOf = filesBySkill(resources)
  const skills = resources
    .filter(({ isSkill }) => isSkill)
    .map((one) => listedSkill(one, filesOf.get(one.path)!))
  const { kept, twins } = withoutTwins(skills)
  for (const { uri, problem } of twins) diagnostics.push(entryInvalid(uri, problem))
  return { skills: kept, diagnostics: [...diagnostics, ...kept.flatMap((skill) => skill.diagnostics)] }
}

function skillResourceIn(item: unknown, diagnostics: Diagnostic[]): SkillResource[] {
  const { uri, description } = (item ?? {}) as Record<string, unknown>
  if (typeof uri !== 'string' || !SKILL_SCHEME.test(uri)) return []
  try {
    const path = pathOfUri(uri)
    const isSkill = path.endsWith(SKILL_FILE)
    const words = typeof description === 'string' ? truncate(description.trim(), MAX_DESCRIPTION) : ''
    return [{ uri, path: isSkill ? path.slice(0, -SKILL_FILE.length) : path, isSkill, description: words }]
  } catch (error) {
    if (!(error instanceof SkillwayError)) throw error
    if (uri.endsWith(SKILL_FILE)) diagnostics.push(entryInvalid(uri, error.message))
    return []
  }
}

/** For each skill the paths, relative to it, of the resources in its folder. */
function filesBySkill(resources: readonly SkillResource[]): Map<string, string[]> {
  const filesOf = new Map(
    resources.filter(({ isSkill }) => isSkill).map(({ path }) => [path, [] as string[]]),
  )
  for (const { path, isSkill } of resources) {
    const filePath = isSkill ? `${path}${SKILL_FILE}` : path
    for (let end = filePath.indexOf('/'); end !== -1; end = filePath.indexOf('/', end + 1)) {
      filesOf.get(filePath.slice(0, end))?.push(filePath.slice(end + 1))
    }
  }
  return filesOf
}

function listedSkill({ uri, path, description }: SkillResource, files: string[]): KnownSkill {
  const name = path.split('/').at(-1)!
  const head = { name, description: description === '' ? `MCP skill: ${name}` : description }
  const hasManifest = files.includes(MANIFEST)
  const summary = {
    skillPath: path,
    ...head,
    frontmatter: head,
    form: 'frontmatter' as const,
    listable: false,
  }
  return {
    summary: hasManifest ? summary : { ...summary, files: 'dynamic' },
    diagnostics: description === '' ? [defaulted(path, name)] : [],
    uri,
    spelled: new Map(),
    hasManifest,
    knownPaths: files.filter((file) => file.split('/').at(-1) !== MANIFEST).sort(),
  }
}

function defaulted(path: string, name: string): Diagnostic {
  return diagnostic(
    'DESCRIPTION_DEFAULTED',
    path,
    `The server describes the skill ${quote(name)} with no word`,
    {
      hint: 'Write a description in the frontmatter of its SKILL.md.',
    },
  )
}
