import { truncate } from '../text/truncate.ts'
import { visible } from '../text/visible.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { kindOf } from './kind-of.ts'
import type { Place } from './place.ts'
import type { Frontmatter, JsonValue } from './types.ts'

/**
 * The tools that a skill asks for, from a text or a list, also under AgentPool's spelling `allowed_tools`. Blanks and
 * commas separate them, except in parentheses: `Bash(jq *) Read` are two. Nothing is granted by this.
 */
export function allowedToolsOf(frontmatter: Frontmatter): string[] {
  const given = frontmatter['allowed-tools'] ?? frontmatter['allowed_tools']
  if (typeof given === 'string') return splitTools(given)
  if (!Array.isArray(given)) return []
  return given.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []))
}

/** The specification's form is one text with blanks between the tools. */
export function checkAllowedTools(frontmatter: Frontmatter, place: Place): Diagnostic[] {
  const given = frontmatter['allowed-tools']
  const form = given === undefined ? undefined : otherForm(given)
  if (form === undefined) return []
  const message = `allowed-tools must be one text with blanks between the tools, and ${form}.`
  const hint = hintFor(allowedToolsOf(frontmatter))
  const line = place.lineOf('allowed-tools')
  return [diagnostic('ALLOWED_TOOLS_FORM', place.path, message, { line, hint })]
}

function hintFor(tools: string[]): string {
  const text = tools.join(' ')
  if (text === '') return 'Remove it, or name the tools.'
  return splitTools(text).length === tools.length
    ? `Write: allowed-tools: ${visible(truncate(text, 256))}`
    : 'Write the tools as one text; a blank may stand in a tool only within parentheses.'
}

function otherForm(given: JsonValue): string | undefined {
  if (typeof given !== 'string') return `is ${kindOf(given)}`
  return splitTools(given).length > 1 && commaOutsideParentheses(given) ? 'has commas' : undefined
}

function splitTools(text: string): string[] {
  const tools: string[] = []
  let tool = ''
  let depth = 0
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) {
      if (tool !== '') tools.push(tool)
      tool = ''
      continue
    }
    if (character === '(') depth++
    if (character === ')') depth = Math.max(0, depth - 1)
    tool += character
  }
  return tool.trim() === '' ? tools : [...tools, tool.trim()]
}

function commaOutsideParentheses(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth = Math.max(0, depth - 1)
    if (character === ',' && depth === 0) return true
  }
  return false
}
