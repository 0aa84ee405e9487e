import { quote } from '../text/quote.ts'
import { type Diagnostic, type DiagnosticCode, diagnostic } from './diagnostic.ts'
import { kindOf } from './kind-of.ts'
import { lookAlike } from './look-alike.ts'
import type { Place } from './place.ts'
import { proposeName } from './propose-name.ts'
import type { Frontmatter, JsonValue } from './types.ts'

export interface NameReading {
  /** The frontmatter's name, or the folder's where it has none; `undefined` where nothing can name the skill. */
  name: string | undefined
  /** Every rule that the name breaks. */
  diagnostics: Diagnostic[]
}

const MAX_LENGTH = 64
const LISTABLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** What would be another path, or no path at all, wherever the name becomes a part of one. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\\]|^\/|^[A-Za-z]:\/|(?:^|\/)\.{1,2}(?:\/|$)/
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])$/i

/** True for a name that hosts of the Skills extension take: 1 to 64 of a-z and 0-9, with single hyphens between. */
export function isListableName(name: string): boolean {
  return name.length <= MAX_LENGTH && LISTABLE.test(name)
}

/** The name of a skill, by the rules of the specification. */
export function readName(
  frontmatter: Frontmatter,
  folderName: string | undefined,
  place: Place,
): NameReading {
  const given = frontmatter['name'] ?? null
  if (given === null || (typeof given === 'string' && given.trim() === ''))
    return fromFolder(folderName, place)
  const report = reporter(place, () => validNameFor(given, folderName))
  if (typeof given !== 'string') {
    const message = `The name must be text, not ${kindOf(given)} (${quote(JSON.stringify(given))}).`
    return { name: undefined, diagnostics: [report('NAME_NOT_STRING', message)] }
  }
  const name = withoutLineEnds(given)
  if (UNSAFE.test(name)) {
    const message = `The name ${quote(name)} cannot name a skill: it holds a control character, a backslash or a path.`
    return { name: undefined, diagnostics: [report('NAME_UNSAFE', message)] }
  }
  return { name, diagnostics: check(given, folderName, report) }
}

/** What a name in a block of text means: the line end behind it is not a part of it. */
function withoutLineEnds(name: string): string {
  let end = name.length
  while (name[end - 1] === '\n' || name[end - 1] === '\r') end--
  return name.slice(0, end)
}

/** The folder's name where it is valid, since the two must be the same; else what is closest to the given one. */
function validNameFor(given: JsonValue, folderName = ''): string | undefined {
  if (isListableName(folderName)) return folderName
  return (typeof given === 'object' ? undefined : proposeName(String(given))) ?? proposeName(folderName)
}

type Report = (code: DiagnosticCode, message: string, hint?: string | undefined) => Diagnostic

/** Reports with a valid name as the hint, unless there is a better one; looks for one only then. */
function reporter(place: Place, validName: () => string | undefined): Report {
  return (code, message, hint) => {
    const valid = hint === undefined ? validName() : undefined
    const proposed =
      valid === undefined ? 'Use a-z, 0-9 and single hyphens.' : `Write: name: ${yamlName(valid)}`
    return diagnostic(code, place.path, message, { line: place.lineOf('name'), hint: hint ?? proposed })
  }
}

/** A name that YAML would read as something else than text, in quotes. */
function yamlName(name: string): string {
  return /^(?:[\d.e-]+|0[xo].*|null|true|false)$/.test(name) ? `"${name}"` : name
}

function fromFolder(folderName: string | undefined, place: Place): NameReading {
  const hint = `Write: name: ${yamlName(proposeName(folderName ?? '') ?? 'my-skill')}`
  const line = place.lineOf('name')
  if (folderName === undefined || folderName === '') {
    const nameless = diagnostic('NAME_MISSING', place.path, 'The skill has no name.', { line, hint })
    return { name: undefined, diagnostics: [{ ...nameless, severity: 'error' }] }
  }
  const message = `The frontmatter has no name; the folder's, ${quote(folderName)}, is used.`
  return { name: folderName, diagnostics: [diagnostic('NAME_MISSING', place.path, message, { line, hint })] }
}

function check(name: string, folderName: string | undefined, report: Report): Diagnostic[] {
  const found: Diagnostic[] = []
  const broken = brokenRule(name.normalize('NFKC'))
  const length = [...name].length
  if (length > MAX_LENGTH) {
    found.push(report('NAME_TOO_LONG', `The name has ${length} characters; ${MAX_LENGTH} are allowed.`))
  }
  if (broken !== undefined) found.push(report('NAME_INVALID', `The name ${quote(name)} ${broken}.`))
  else if (length <= MAX_LENGTH && !isListableName(name)) {
    const message = `The name ${quote(name)} is not plain ASCII: hosts of the MCP Skills extension do not take it.`
    found.push(report('NAME_NOT_ASCII', message))
  }
  const other = lookAlike(name)
  if (other !== undefined) {
    found.push(report('NAME_CONFUSABLE', `The name ${quote(name)} can be taken for ${quote(other)}.`))
  }
  if (RESERVED_ON_WINDOWS.test(name)) {
    const message = `No folder can have the name ${quote(name)} on Windows.`
    found.push(report('NAME_RESERVED_WINDOWS', message, `Add a word, such as ${name.toLowerCase()}-tools.`))
  }
  if (folderName !== undefined && folderName.normalize('NFC') !== name.normalize('NFC')) {
    const message = `The name ${quote(name)} is not the name of its folder, ${quote(folderName)}.`
    const hint = isListableName(name) ? `Rename the folder to ${quote(name)}, or the skill.` : undefined
    found.push(report('NAME_DIR_MISMATCH', message, hint))
  }
  return found
}

/** The first rule of the specification that a name breaks, as the end of a sentence. */
function brokenRule(name: string): string | undefined {
  const odd = /[^\p{L}\p{N}-]/u.exec(name)?.[0]
  if (odd !== undefined) return `has ${describe(odd)}; letters, digits and hyphens are allowed`
  if (name !== name.toLowerCase()) return 'has capital letters; only small ones are allowed'
  if (name.startsWith('-') || name.endsWith('-')) return 'begins or ends with a hyphen'
  if (name.includes('--')) return 'has two hyphens in a row'
  return undefined
}

function describe(character: string): string {
  if (/\s/.test(character)) return 'white space'
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `${quote(character)} (U+${code})`
}
