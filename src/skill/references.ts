import { SkillwayError } from '../errors.ts'
import { nearest } from '../text/nearest.ts'
import { quote } from '../text/quote.ts'
import { joinRelative } from '../uri/relative.ts'
import { diagnostic, type Diagnostic } from './diagnostic.ts'
import { markdownLinks } from './markdown-links.ts'
import { codeTarget, referenceTarget } from './reference-target.ts'

/** A place where a `SKILL.md` points to a file or folder of its skill. */
export interface SkillLink {
  /** Relative to the skill's folder, decoded, without query and fragment; not yet known to exist or to stay inside. */
  target: string
  /** Line in the body, from 1. */
  line: number
  /** `code`: a path in a code span, which may as well be a file of the user's project. */
  form: 'link' | 'code'
}

/** Findings that are worded one by one; a skill with more has one cause for all of them. */
const MAX_FINDINGS = 50
/** Existing files that a finding names. */
const MAX_NEAREST = 3

/** The files and folders of its skill that the body of a `SKILL.md` points to, in their order. */
export function extractReferences(body: string): SkillLink[] {
  const references: SkillLink[] = []
  const lineOf = lineCounter(body)
  for (const { form, destination, offset } of markdownLinks(body)) {
    const target = form === 'code' ? codeTarget(destination) : referenceTarget(destination)
    if (target !== undefined) references.push({ target, line: lineOf(offset), form })
  }
  return references
}

/**
 * What is wrong with the links in a body: those that leave the skill, that lead nowhere, or that only a file system that
 * ignores letter case would follow. `files` are the paths of all files of the skill. Each target is reported once, and a
 * path in a code span never as missing.
 */
export function lintReferences(
  body: string,
  files: Iterable<string>,
  { path = 'SKILL.md', firstLine = 1 }: { path?: string; firstLine?: number } = {},
): Diagnostic[] {
  const places = placesOf(files)
  const problems = new Map<string, Problem>()
  for (const reference of extractReferences(body)) {
    const problem = problemOf(reference, places)
    if (problem === undefined) continue
    const key = `${problem.code} ${reference.target}`
    if (!problems.has(key)) problems.set(key, problem)
  }
  const named = [...problems.values()].slice(0, MAX_FINDINGS)
  const findings = named.map((problem) => finding(problem, places, { path, firstLine }))
  return problems.size > MAX_FINDINGS ? [...findings, unnamed(problems.size - MAX_FINDINGS, path)] : findings
}

interface Places {
  files: string[]
  /** Files and folders. */
  paths: Set<string>
  /** The same by their letters alone. */
  byLetters: Map<string, string>
}

interface Problem {
  code: 'REFERENCE_MISSING' | 'REFERENCE_CASE' | 'REFERENCE_ESCAPES_SKILL'
  reference: SkillLink
  /** What the link means, or what it should. */
  meant: string
}

function placesOf(files: Iterable<string>): Places {
  const places: Places = { files: [...files], paths: new Set(), byLetters: new Map() }
  for (const file of places.files) {
    const segments = file.split('/')
    for (let depth = segments.length; depth > 0; depth--) {
      const path = segments.slice(0, depth).join('/')
      if (places.paths.has(path)) break
      places.paths.add(path)
      places.byLetters.set(lettersOf(path), path)
    }
  }
  return places
}

function lettersOf(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function problemOf(reference: SkillLink, { paths, byLetters }: Places): Problem | undefined {
  const { target, form } = reference
  const meant = pathOf(target)
  if (meant === undefined) return { code: 'REFERENCE_ESCAPES_SKILL', reference, meant: target }
  if ((meant === '' || paths.has(meant)) && !target.includes('\\')) return undefined
  const other = byLetters.get(lettersOf(meant))
  if (other !== undefined && other !== meant) return { code: 'REFERENCE_CASE', reference, meant: other }
  return form === 'code' ? undefined : { code: 'REFERENCE_MISSING', reference, meant }
}

/** The path within the skill, backslashes read as their author meant them; nothing where the link leaves the skill. */
function pathOf(target: string): string | undefined {
  try {
    return joinRelative('SKILL.md', target.replaceAll('\\', '/'))
  } catch (error) {
    if (error instanceof SkillwayError && error.code === 'PATH_TRAVERSAL') return undefined
    throw error
  }
}

function finding(
  { code, reference, meant }: Problem,
  { files }: Places,
  { path, firstLine }: { path: string; firstLine: number },
): Diagnostic {
  const line = firstLine + reference.line - 1
  const target = quote(reference.target)
  if (code === 'REFERENCE_ESCAPES_SKILL') {
    const hint = 'Copy the file into the skill and link to it there, or write a full URL.'
    return diagnostic(code, path, `Link leaves the skill: ${target}`, { line, hint })
  }
  if (code === 'REFERENCE_CASE') {
    const hint = `Write ${quote(meant)}: most systems tell the two apart.`
    return diagnostic(code, path, `Link is not spelled like the file: ${target}`, { line, hint })
  }
  const others = files.filter((file) => file !== 'SKILL.md')
  const near = nearest(meant, others, MAX_NEAREST).map(quote).join(', ')
  const hint = near === '' ? 'Add the file, or take the link out.' : `The nearest files are: ${near}.`
  return diagnostic(code, path, `Link leads to no file of the skill: ${target}`, { line, hint })
}

function unnamed(count: number, path: string): Diagnostic {
  const message = `${count} more links lead to no file of the skill or are not spelled like it`
  return diagnostic('REFERENCE_MISSING', path, message, { hint: 'Mend the links above, then check again.' })
}

/** Gives the lines of offsets that are asked for in ascending order, in one walk through the text. */
function lineCounter(text: string): (offset: number) => number {
  const lineBreaks = /\r\n?|\n/g
  let line = 1
  let next = lineBreaks.exec(text)
  return (offset) => {
    for (; next !== null && next.index < offset; next = lineBreaks.exec(text)) line++
    return line
  }
}
