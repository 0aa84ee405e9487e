import { SkillwayError } from '../errors.ts'
import { substituteArguments } from '../skill/arguments.ts'
import { contentOf } from '../skill/content.ts'
import type { Diagnostic } from '../skill/diagnostic.ts'
import { argumentHintOf, declaredArguments } from '../skill/declared-arguments.ts'
import { mediaTypeOf } from '../skill/media-type.ts'
import { parseSkill } from '../skill/parse.ts'
import type { Frontmatter, SkillDocument } from '../skill/types.ts'
import type { SkillEntry, SourceCallOptions } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import { type HeldFile, readWithEntry } from '../trust/read-with-entry.ts'
import { formatSkillUri } from '../uri/format.ts'
import { checkText } from './check-text.ts'
import { withOrigin } from './origin.ts'
import type { LoadedFile, LoadedSkill, LoadOptions, PlacedSkill, Resolution } from './types.ts'

/** Reads the skill, or the text file of it, that a reference was resolved to, and puts the arguments in. */
export async function loadResolved(resolution: Resolution, options: LoadOptions = {}): Promise<LoadedSkill> {
  const { skill, filePath } = resolution
  checkText('arguments', options.arguments)
  const { entry, bytes } = await readSkillFile(skill, options)
  const { document, diagnostics } = parseDocument(skill, bytes)
  const body =
    filePath === undefined ? document.body : await readText(skill, filePath, { ...options, held: entry })
  const substituted = substituteArguments(body, {
    arguments: options.arguments,
    dialect: options.dialect ?? 'bash',
    path: `${skill.path}/${filePath ?? 'SKILL.md'}`,
    ...argumentNames(document.frontmatter),
  })
  return {
    name: skill.name,
    uri: skill.uri,
    source: skill.source,
    frontmatter: document.frontmatter,
    body,
    text: withOrigin(
      { ...skill, uri: filePath === undefined ? skill.uri : formatSkillUri(skill.path, filePath) },
      substituted.text,
    ),
    files: filesOf(entry),
    diagnostics: unique([
      ...resolution.diagnostics,
      ...entry.diagnostics,
      ...diagnostics,
      ...substituted.diagnostics,
    ]),
    entry,
    ...(filePath === undefined ? {} : { filePath }),
  }
}

/** The complete entry of a skill that was listed a moment ago. */
export async function entryOf(skill: PlacedSkill, options: SourceCallOptions): Promise<SkillEntry> {
  const entry = await skill.from.get(skill.summary.skillPath, { signal: options.signal })
  if (entry !== undefined) return entry
  throw new SkillwayError(
    'SKILL_NOT_FOUND',
    `Skill not found: ${quote(skill.name)}. It was removed a moment ago`,
    {
      hint: 'List the skills again.',
    },
  )
}

/** The files of an entry as answers show them. */
export function filesOf(entry: SkillEntry): LoadedFile[] | 'dynamic' {
  if (entry.files === 'dynamic') return 'dynamic'
  return entry.files.map((file) => ({ ...file, mimeType: mediaTypeOf(file.path) }))
}

/** `SKILL.md` under the entry in use, or under the current one, which is asked for again when it turns out stale. */
async function readSkillFile(skill: PlacedSkill, { held, signal }: LoadOptions): Promise<HeldFile> {
  const { skillPath } = skill.summary
  if (held === undefined) return readWithEntry(skill.from, skillPath, 'SKILL.md', { signal })
  return { entry: held, bytes: await skill.from.read(skillPath, 'SKILL.md', { signal, held }) }
}

function parseDocument(
  skill: PlacedSkill,
  bytes: Uint8Array,
): { document: SkillDocument; diagnostics: Diagnostic[] } {
  const { skillPath, folderPath } = skill.summary
  const folderName = (folderPath ?? skillPath).split('/').at(-1)!
  const { skill: document, diagnostics } = parseSkill(bytes, {
    path: `${folderPath ?? skillPath}/SKILL.md`,
    folderName,
  })
  if (document !== undefined) return { document, diagnostics }
  const first = diagnostics.find(({ severity }) => severity === 'error')
  throw new SkillwayError(
    'SKILL_NOT_LOADABLE',
    `Skill ${quote(skill.name)} cannot be loaded: ${first?.message ?? 'its SKILL.md cannot be read'}`,
    first?.hint === undefined ? {} : { hint: first.hint },
  )
}

async function readText(skill: PlacedSkill, filePath: string, options: SourceCallOptions): Promise<string> {
  const bytes = await skill.from.read(skill.summary.skillPath, filePath, options)
  const content = contentOf(filePath, bytes)
  if (content.type === 'text') return content.text
  throw new SkillwayError(
    'SKILL_NOT_LOADABLE',
    `File ${quote(filePath)} in skill ${quote(skill.name)} is binary (${bytes.length} bytes, ${content.mimeType})`,
    { hint: 'Read it as a file instead of loading it as instructions.' },
  )
}

function argumentNames(frontmatter: Frontmatter): { declared: boolean; names: string[] } {
  const names = declaredArguments(frontmatter)
  return { declared: names !== undefined || argumentHintOf(frontmatter) !== undefined, names: names ?? [] }
}

function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  const seen = new Map(
    diagnostics.map((finding) => [`${finding.code} ${finding.line} ${finding.message}`, finding]),
  )
  return [...seen.values()]
}
