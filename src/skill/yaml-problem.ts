import { YAMLException } from 'js-yaml'
import { truncate } from '../text/truncate.ts'
import { visible } from '../text/visible.ts'
import type { DiagnosticCode } from './diagnostic.ts'
import { REFUSED } from './refused.ts'

/** Why a text is not the YAML of a frontmatter. */
export interface YamlProblem {
  code: DiagnosticCode
  /** From 1, in the text; absent where the whole text is meant. */
  line?: number
  /** What is wrong, as a clause without the place. */
  why: string
  hint: string
}

interface Explanation {
  /** The reason that was thrown. */
  when: RegExp | string
  /** How the line has to look besides. */
  line?: RegExp
  code?: DiagnosticCode
  /** The reason itself where there is none. */
  why?: string
  hint: string
  /** Finds the line to look at, where it is not the last one that was read; -1 if it is. */
  look?: (lines: string[]) => number
}

/** Characters of a line that decide which explanation fits. */
const MAX_LOOKED_AT = 256
const QUOTE_IT = 'Put the value in quotes.'
const NO_ALIAS = 'Write the value out instead of repeating it with an alias.'

/** The first row that fits explains the problem. */
const EXPLANATIONS: Explanation[] = [
  {
    when: /maxDepth/,
    code: 'YAML_DEPTH_LIMIT',
    why: 'it is nested too deeply',
    hint: 'Nest no deeper than 32 levels.',
  },
  { when: /maxAliases/, code: 'YAML_ALIAS_LIMIT', why: 'it has too many aliases', hint: NO_ALIAS },
  { when: REFUSED.cycle, code: 'YAML_ALIAS_LIMIT', hint: NO_ALIAS },
  { when: REFUSED.growth, code: 'YAML_ALIAS_LIMIT', hint: NO_ALIAS },
  {
    when: /duplicated mapping key/,
    code: 'DUPLICATE_KEY',
    why: 'a field is there twice',
    hint: 'Keep one of the two.',
  },
  {
    when: REFUSED.surrogate,
    code: 'ENCODING_INVALID',
    hint: 'Write the character itself, or both halves of the pair.',
  },
  { when: REFUSED.escape, hint: 'Write the character itself.' },
  { when: REFUSED.key, hint: 'Put the key in quotes.' },
  { when: REFUSED.number, hint: QUOTE_IT },
  { when: REFUSED.tag, hint: QUOTE_IT },
  { when: REFUSED.documents, hint: 'Remove the line that begins with --- or ... between the fields.' },
  {
    when: /null byte|non-printable|valid JSON character/,
    why: 'there is a control character',
    hint: 'Remove the character.',
  },
  {
    when: /tab characters|deficient indentation/,
    line: /^ *\t/,
    why: 'a tab indents a line',
    hint: 'Indent with spaces.',
  },
  { when: /unidentified alias/, why: 'a value begins with *', hint: QUOTE_IT },
  { when: /name of an? (?:anchor|alias)/, why: 'a value begins with & or *', hint: QUOTE_IT },
  {
    when: /escape|hexadecimal/,
    why: 'a backslash in double quotes begins no escape',
    hint: 'Use single quotes, or write \\\\ for a backslash.',
  },
  {
    when: /a line break is expected/,
    why: 'text follows > or |',
    hint: 'Begin the text on the next line, indented, or put it in quotes.',
  },
  {
    when: /flow collection|missed comma|but found ','/,
    why: 'a list in [ ] or a map in { } is not complete',
    hint: 'Close it, or put the value in quotes if it is text.',
    look: opening,
  },
  {
    when: /quoted scalar|deficient/,
    why: 'a quote or bracket is not closed, or closed on a line that is not indented',
    hint: 'Close it, and indent the lines up to there.',
    look: opening,
  },
  {
    when: /indentation/,
    line: /:\s+(?:"[^"]*"|'[^']*'|\[.*\]|\{.*\})\s*[^\s#]/,
    why: 'text follows a closing quote or bracket',
    hint: 'Put the whole value in quotes of the other kind.',
  },
  {
    when: /indentation/,
    line: /:\s+[@`%,\]}]/,
    why: 'a value begins with a character that YAML keeps for itself',
    hint: QUOTE_IT,
  },
  {
    when: /indentation/,
    line: /\S.*:\s+\S.*:(?:\s|$)/,
    why: 'an unquoted value has a colon with a blank after it',
    hint: QUOTE_IT,
  },
  {
    when: /indentation/,
    why: 'the indentation does not fit',
    hint: 'Indent what belongs to a field deeper than the field, and all fields alike.',
  },
  {
    when: /multiline key|expected ':'|document separator|whitespace character/,
    why: 'a line is not a field',
    hint: 'Write "field: value" with a blank after the colon, or indent a line that continues a value.',
    look: withoutColon,
  },
]

/** Words what reading `text` ended in; the line is the one that the author should look at. */
export function yamlProblem(error: unknown, text: string): YamlProblem {
  if (!(error instanceof YAMLException)) {
    return {
      code: 'YAML_INVALID',
      why: 'it cannot be read',
      hint: 'Reduce it to plain "field: value" lines.',
    }
  }
  const lines = error.mark === undefined ? [] : text.split(/\r\n|\n|\r/).slice(0, error.mark.line + 1)
  const row = EXPLANATIONS.find((candidate) =>
    fits(candidate, error.reason, (lines.at(-1) ?? '').slice(0, MAX_LOOKED_AT)),
  )
  const found = row?.look?.(lines) ?? -1
  const line = found === -1 ? lines.length : found + 1
  return {
    code: row?.code ?? 'YAML_INVALID',
    why: row?.why ?? visible(truncate(error.reason, MAX_LOOKED_AT)),
    hint: row?.hint ?? 'Compare the line with a YAML example, or put its value in quotes.',
    ...(line === 0 ? {} : { line }),
  }
}

function fits({ when, line }: Explanation, reason: string, written: string): boolean {
  if (typeof when === 'string' ? when !== reason : !when.test(reason)) return false
  return line === undefined || line.test(written)
}

/** The last line that opens a quote or a bracket. */
function opening(lines: string[]): number {
  return lines.findLastIndex((line) => /(?:^|:|-)\s*["'[{]/.test(line))
}

/** The last line that is neither a field nor blank nor a comment. */
function withoutColon(lines: string[]): number {
  return lines.findLastIndex((line) => /^\s*[^\s#]/.test(line) && !/:(?:\s|$)/.test(line))
}
