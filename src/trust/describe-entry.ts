import { allowedToolsOf } from '../skill/allowed-tools.ts'
import { decodeUtf8 } from '../skill/decode-utf8.ts'
import type { Frontmatter, JsonValue, SkillFile } from '../skill/types.ts'
import type { SkillEntry } from '../sources/types.ts'
import { approvedContent } from './approval.ts'
import type { ApprovalRow } from './approval-state.ts'
import { canonicalJson } from './canonical-json.ts'
import { diffLines, type DiffLine } from './diff-lines.ts'
import { changesBetween, type EntryChanges } from './entry-changes.ts'
import { fingerprintOf } from './fingerprint.ts'
import { hiddenTextIn, htmlCommentsIn, type HiddenText, type HtmlComment } from './hidden-text.ts'
import type { SkillIdentity } from './identity.ts'

export interface DescribeOptions {
  identity: SkillIdentity
  /** Verified contents that are at hand, by file path. Nothing is fetched for a description. */
  contents?: ReadonlyMap<string, Uint8Array> | undefined
  /** The last approval, where the skill has changed since. */
  before?: ApprovalRow | undefined
  /** The `SKILL.md` that was approved then, where it is still kept. */
  skillFileBefore?: Uint8Array | undefined
}

/** All that a person should know before approving a skill; nothing in it is made safe for printing. */
export interface EntryDescription {
  identity: SkillIdentity
  name: string
  description: string
  /** What an approval has to name; missing for a dynamic skill, which cannot be approved. */
  fingerprint?: string
  files: DescribedFile[] | 'dynamic'
  /** Of all files. */
  bytes: number
  /** Paths of files that can be run. */
  scripts: string[]
  /** The tools that the skill asks for. */
  allowedTools: string[]
  /** Commands that the skill wants to be run on events, as it says it. */
  hooks?: JsonValue
  frontmatter: Frontmatter
  /** What is hidden in file names, frontmatter fields and the texts at hand. */
  hidden: (HiddenText & Place)[]
  comments: (HtmlComment & { path: string })[]
  changes?: EntryChanges
  /** How `SKILL.md` became what it is. */
  skillFileDiff?: DiffLine[]
}

interface DescribedFile extends SkillFile {
  /** True if its content is at hand, so that what it hides is told. */
  inspected: boolean
}

interface Place {
  path: string
  /** Where in the file; lines are counted in that part. */
  part: 'name' | 'frontmatter' | 'text'
}

const SCRIPT =
  /(?:^|\/)scripts\/|\.(?:sh|bash|zsh|fish|py|rb|pl|php|lua|js|mjs|cjs|ts|mts|ps1|psm1|bat|cmd|exe|com|dll|so|dylib|wasm|jar)$/i

/** Describes an entry for whoever is asked to approve it. */
export function describeEntry(entry: SkillEntry, options: DescribeOptions): EntryDescription {
  const { identity, contents = new Map<string, Uint8Array>(), before } = options
  const files = entry.files === 'dynamic' ? [] : entry.files
  const texts = textsIn(contents)
  const { hooks } = entry.frontmatter
  const diff = skillFileDiff(contents.get('SKILL.md'), options.skillFileBefore)
  const fingerprint = fingerprintOf(entry)
  return {
    identity,
    name: entry.name,
    description: entry.description,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    files:
      entry.files === 'dynamic'
        ? 'dynamic'
        : files.map((file) => ({ ...file, inspected: contents.has(file.path) })),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    scripts: files
      .map(({ path }) => path)
      .filter((path) => SCRIPT.test(path) || startsScript(contents.get(path))),
    allowedTools: allowedToolsOf(entry.frontmatter),
    ...(hooks === undefined ? {} : { hooks }),
    frontmatter: entry.frontmatter,
    hidden: hiddenIn(entry, files, texts),
    comments: texts.flatMap(([path, text]) => htmlCommentsIn(text).map((comment) => ({ path, ...comment }))),
    ...(before === undefined ? {} : { changes: changesBetween(approvedContent(before), entry) }),
    ...(diff === undefined ? {} : { skillFileDiff: diff }),
  }
}

function textsIn(contents: ReadonlyMap<string, Uint8Array>): [string, string][] {
  return [...contents].flatMap(([path, bytes]): [string, string][] => {
    const text = decodeUtf8(bytes)
    return text === undefined || text.includes('\0') ? [] : [[path, text]]
  })
}

function startsScript(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && bytes[0] === 0x23 && bytes[1] === 0x21
}

/** The fields are looked at as the listing gives them: an escape in YAML hides what the file's own text would show. */
function hiddenIn(entry: SkillEntry, files: SkillFile[], texts: [string, string][]): (HiddenText & Place)[] {
  const fields = Object.entries(entry.frontmatter).map(([field, value]) => `${field}: ${readable(value)}`)
  return [
    ...files.flatMap(({ path }) => placed(path, { path, part: 'name' })),
    ...placed(fields.join('\n'), { path: 'SKILL.md', part: 'frontmatter' }),
    ...texts.flatMap(([path, text]) => placed(text, { path, part: 'text' })),
  ]
}

function readable(value: JsonValue): string {
  return typeof value === 'string' ? value : canonicalJson(value)
}

function placed(text: string, place: Place): (HiddenText & Place)[] {
  return hiddenTextIn(text).map((hidden) => ({ ...place, ...hidden }))
}

function skillFileDiff(now: Uint8Array | undefined, before: Uint8Array | undefined): DiffLine[] | undefined {
  const texts = [before, now].map((bytes) => bytes && decodeUtf8(bytes))
  const [old, current] = texts
  return old === undefined || current === undefined ? undefined : diffLines(old, current)
}
