import { quote } from '../text/quote.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { kindOf } from './kind-of.ts'
import { lineAt, lineText } from './line-at.ts'
import { parseYaml, type YamlReading } from './parse-yaml.ts'
import { type Repair, type RepairedYaml, repairYaml } from './repair.ts'
import type { Frontmatter, JsonValue } from './types.ts'
import type { ValueComment } from './value-comments.ts'
import type { YamlProblem } from './yaml-problem.ts'

/** What a frontmatter says, and what there is to say about how it is written. */
export interface FrontmatterReading {
  /** `undefined` where it cannot be read. */
  frontmatter: Frontmatter | undefined
  diagnostics: Diagnostic[]
  /** True if every reader of YAML 1.2 sees the same in it. */
  portable: boolean
}

export interface FrontmatterPlace {
  path: string
  /** The line of the file, from 1, where the text begins. */
  firstLine: number
}

/** Line ends that some readers take for one and others do not. */
const ODD_LINE_END = /\r(?!\n)|[\u0085\u2028\u2029]/
/** Without this in the text no number in it can be inexact. */
const MAY_BE_INEXACT = /\d{16}|0x|\d[eE]\+?\d/
/** Fields that hold prose, where any comment on the line is more likely a part of it. */
const PROSE = new Set(['description', 'when_to_use'])

/** Reads the text between the fences. What can be read is read; whatever else is reported. */
export function readFrontmatter(text: string, place: FrontmatterPlace): FrontmatterReading {
  const result = parseYaml(text)
  if (!('problem' in result)) return read({ reading: result, repairs: [] }, text, place)
  const repaired = result.problem.code === 'YAML_INVALID' ? repairYaml(text) : undefined
  if (repaired !== undefined) return read(repaired, text, place)
  return { frontmatter: undefined, diagnostics: [refusal(result.problem, text, place)], portable: false }
}

function read(
  { reading: yaml, repairs }: RepairedYaml,
  text: string,
  place: FrontmatterPlace,
): FrontmatterReading {
  const { value } = yaml
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { frontmatter: undefined, diagnostics: [notMapping(value, place)], portable: false }
  }
  const differences = [
    ...repairs.map((repair) => recovered(repair, place)),
    ...oddities(yaml, place),
    ...oddLineEnds(text, place),
    ...inexactNumbers(value, text, place),
  ]
  const comments = yaml.comments.filter(isPerhapsText).map((comment) => truncated(comment, place))
  return {
    frontmatter: value,
    diagnostics: [...differences, ...comments],
    portable: differences.length === 0,
  }
}

function refusal({ code, line, why, hint }: YamlProblem, text: string, place: FrontmatterPlace): Diagnostic {
  if (line === undefined) {
    return diagnostic(code, place.path, `The frontmatter is not valid: ${why}.`, {
      line: place.firstLine,
      hint,
    })
  }
  const written = quote(lineText(text, line).trim())
  const message = `The frontmatter is not valid: ${why}: ${written}`
  return diagnostic(code, place.path, message, { line: place.firstLine + line - 1, hint })
}

function notMapping(value: JsonValue | undefined, { path, firstLine: line }: FrontmatterPlace): Diagnostic {
  const what = value === undefined || value === null ? 'has no fields' : `is ${kindOf(value)}, not fields`
  const hint = 'Write one field a line, with a blank after the colon: name: my-skill'
  return diagnostic('FRONTMATTER_NOT_MAPPING', path, `The frontmatter ${what}.`, { line, hint })
}

function recovered({ line, field, why, readAs, hint }: Repair, place: FrontmatterPlace): Diagnostic {
  const message = `The field ${quote(field)} is not valid YAML: ${why}. It was read ${readAs}.`
  return diagnostic('YAML_RECOVERED', place.path, message, { line: place.firstLine + line - 1, hint })
}

function oddities(
  { anchorLine, protoLine }: YamlReading,
  { path, firstLine }: FrontmatterPlace,
): Diagnostic[] {
  const found: Diagnostic[] = []
  if (anchorLine !== undefined) {
    const message = 'The frontmatter uses an anchor or alias (& or *), which not every host reads.'
    const hint = 'Write the value out, or put it in quotes if it is text.'
    found.push(diagnostic('ANCHOR_USED', path, message, { line: firstLine + anchorLine - 1, hint }))
  }
  if (protoLine !== undefined) {
    const message =
      'A field named __proto__ was left out: it would change other data where it is copied carelessly.'
    const line = firstLine + protoLine - 1
    found.push(diagnostic('FRONTMATTER_KEY_REFUSED', path, message, { line, hint: 'Remove or rename it.' }))
  }
  return found
}

function oddLineEnds(text: string, { path, firstLine }: FrontmatterPlace): Diagnostic[] {
  const at = ODD_LINE_END.exec(text)?.index
  if (at === undefined) return []
  const message =
    'The frontmatter has line ends that not every host takes for one (a lone CR, NEL, LS or PS).'
  const hint = 'Save the file with LF or CRLF line ends.'
  return [diagnostic('LINE_END_UNUSUAL', path, message, { line: firstLine + lineAt(text, at) - 1, hint })]
}

function inexactNumbers(
  value: JsonValue,
  text: string,
  { path, firstLine: line }: FrontmatterPlace,
): Diagnostic[] {
  const number = MAY_BE_INEXACT.test(text) ? inexactIn(value) : undefined
  if (number === undefined) return []
  const message = `A number of the frontmatter is too large to be exact; it is read as ${number}.`
  return [diagnostic('NUMBER_INEXACT', path, message, { line, hint: 'Put it in quotes.' })]
}

/** The first number in a value that other hosts, with longer integers, read as another one. */
function inexactIn(value: JsonValue): number | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const item of Object.values(value)) {
    const found = inexactIn(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** `#42` behind a blank is a comment to YAML and often not to its author; `# 42` is one to both, except in prose. */
function isPerhapsText({ field, text }: ValueComment): boolean {
  return PROSE.has(field) || /^#[^\s#]/.test(text)
}

function truncated({ line, field, text }: ValueComment, place: FrontmatterPlace): Diagnostic {
  const message = `YAML ends the value of ${quote(field)} before ${quote(text)}, because it takes that for a comment.`
  const hint = 'Put the value in quotes if the text belongs to it.'
  const at = place.firstLine + line - 1
  return diagnostic('VALUE_TRUNCATED_BY_COMMENT', place.path, message, { line: at, hint })
}
