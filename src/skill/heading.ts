import type { Frontmatter, JsonValue } from './types.ts'

/** A skill written in headings, as if it had frontmatter. */
export interface HeadingSkill {
  frontmatter: Frontmatter
  /** The instructions, and all else that no field is made of, in the order of the file. */
  body: string
  /** The line of the text, from 1, that each field was read from. */
  lines: Map<string, number>
}

interface Section {
  /** The heading's words in small letters; empty for what stands before the first heading. */
  title: string
  /** The heading as it is written, with its line end. */
  heading: string
  content: string
  /** The line of the heading, from 1. */
  line: number
}

const TITLE = /^#[ \t]+skill[ \t]*:/i
const HEADING = /^##(?=[ \t])/
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/
/** The sections that become fields. */
const FIELDS: Readonly<Record<string, string>> = {
  license: 'license',
  compatibility: 'compatibility',
  'allowed tools': 'allowed-tools',
  'allowed-tools': 'allowed-tools',
}

/**
 * Reads `# Skill: name`, a paragraph that describes it, and the sections License, Compatibility, Allowed Tools and
 * Instructions in any order. `text` begins with the title.
 */
export function parseHeadingSkill(text: string): HeadingSkill {
  const [title, ...rest] = linesOf(text)
  const [preamble, ...sections] = sectionsOf(rest)
  const { paragraph, remainder, line } = splitParagraph(preamble!.content)
  const frontmatter: Frontmatter = {}
  const lines = new Map<string, number>()
  set('name', headingText(title!.replace(TITLE, '')), 1)
  set('description', paragraph, line + 1)
  const kept = sections.map((section) => {
    const field = FIELDS[section.title]
    if (field === undefined || Object.hasOwn(frontmatter, field)) return asBody(section)
    set(field, field === 'allowed-tools' ? toolsIn(section.content) : section.content.trim(), section.line)
    return ''
  })
  return { frontmatter, body: remainder + kept.join(''), lines }

  function set(field: string, value: JsonValue, at: number): void {
    if (value === '') return
    frontmatter[field] = value
    lines.set(field, at)
  }
}

/** Lines with their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? ['']
}

/** What stands before the first `##` heading, and the sections; a heading in a fenced block of code is code. */
function sectionsOf(lines: string[]): Section[] {
  const sections: Section[] = [{ title: '', heading: '', content: '', line: 2 }]
  let fence: string | undefined
  for (const [index, line] of lines.entries()) {
    if (fence !== undefined || !HEADING.test(line)) sections.at(-1)!.content += line
    else {
      const title = headingText(line.replace(HEADING, '')).toLowerCase()
      sections.push({ title, heading: line, content: '', line: index + 2 })
    }
    fence = fenceAfter(line, fence)
  }
  return sections
}

/** What a heading says, without the number signs that may close it. */
function headingText(text: string): string {
  const trimmed = text.trim()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end--
  const closes = end === 0 || /\s/.test(trimmed[end - 1]!)
  return closes ? trimmed.slice(0, end).trim() : trimmed
}

/** The fence that is open behind a line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = CODE_FENCE.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === undefined) return mark
  const closes = mark[0] === open[0] && mark.length >= open.length && line.trim() === mark
  return closes ? undefined : open
}

function splitParagraph(content: string): { paragraph: string; remainder: string; line: number } {
  const lines = linesOf(content)
  const start = lines.findIndex((line) => line.trim() !== '')
  if (start === -1) return { paragraph: '', remainder: '', line: 1 }
  const blank = lines.findIndex((line, index) => index > start && line.trim() === '')
  const end = blank === -1 ? lines.length : blank
  const paragraph = lines.slice(start, end).map((line) => line.trim())
  const remainder = lines.slice(end).join('')
  return {
    paragraph: paragraph.join(' '),
    remainder: remainder.trim() === '' ? '' : remainder,
    line: start + 1,
  }
}

/** A section that is no field: the instructions without their heading, others with it. */
function asBody({ title, heading, content }: Section): string {
  return title === 'instructions' ? content : heading + content
}

/** Tools as they are written, or as a list where each stands behind a bullet. */
function toolsIn(content: string): JsonValue {
  const lines = content.split(/\r\n|\n|\r/).map((line) => line.trim())
  const written = lines.filter((line) => line !== '')
  const isList = written.length > 0 && written.every((line) => /^[-*+][ \t]+\S/.test(line))
  return isList
    ? written.map((line) =>
        line
          .slice(1)
          .trim()
          .replace(/^`(.*)`$/, '$1'),
      )
    : content.trim()
}
