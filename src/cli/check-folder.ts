import { lstat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { conforms } from '../skill/conforms.ts'
import { type Diagnostic, diagnostic } from '../skill/diagnostic.ts'
import { parseSkill } from '../skill/parse.ts'
import { lintReferences } from '../skill/references.ts'
import { directorySource } from '../sources/directory/source.ts'
import type { SkillEntry, SkillSource, SkillSummary } from '../sources/types.ts'
import { quote } from '../text/quote.ts'

/** What `check` says of one skill, or of a `SKILL.md` that could not be loaded. */
export interface CheckResult {
  path: string
  name: string
  /** True if it follows the Agent Skills specification. */
  ok: boolean
  listable: boolean
  diagnostics: Diagnostic[]
}

/**
 * Checks every skill at or below a folder. `path` is as the person wrote it; findings are named by it.
 *
 * @throws SkillwayError `USAGE` if there is nothing at the path
 */
export async function checkFolder(
  path: string,
  cwd: string,
): Promise<{ results: CheckResult[]; general: Diagnostic[] }> {
  const root = await folderOf(path, resolve(cwd, path))
  const source = directorySource({ label: 'check', roots: [{ path: root.path, shown: root.shown }] })
  try {
    return await checkSource(source, root)
  } finally {
    await source.close?.()
  }
}

interface Root {
  path: string
  shown: string
  /** True if the folder is itself a skill; the source then puts the folder's name before every path. */
  isSkill: boolean
}

async function folderOf(path: string, absolute: string): Promise<Root> {
  const stat = await lstatOrNothing(absolute)
  if (stat === undefined) {
    throw new SkillwayError('USAGE', `There is nothing at ${quote(path)}`, {
      hint: 'Name a skill, its SKILL.md, or a folder with skills.',
    })
  }
  const isFile = !stat.isDirectory() && basename(absolute) === 'SKILL.md'
  const folder = isFile
    ? { path: dirname(absolute), shown: dirname(path) }
    : { path: absolute, shown: join(path, '.') }
  return { ...folder, isSkill: (await lstatOrNothing(join(folder.path, 'SKILL.md'))) !== undefined }
}

function lstatOrNothing(path: string) {
  return lstat(path).catch(() => undefined)
}

async function checkSource(source: SkillSource, root: Root) {
  const { skills, diagnostics } = await source.list()
  const results: CheckResult[] = []
  for (const summary of skills) results.push(await checkSkill(source, summary, root))
  const covered = new Map(results.map((result) => [result.path, result]))
  const general: Diagnostic[] = []
  for (const finding of diagnostics.map((found) => below(root.shown, found))) {
    const folder = dirname(finding.path)
    const result = covered.get(folder)
    if (result !== undefined) addOnce(result, finding)
    else if (basename(finding.path) === 'SKILL.md') addRefused(results, folder, finding)
    else general.push(finding)
  }
  if (results.length === 0) general.push(noSkills(root.shown))
  return { results: results.sort((a, b) => (a.path < b.path ? -1 : 1)), general }
}

async function checkSkill(source: SkillSource, summary: SkillSummary, root: Root): Promise<CheckResult> {
  const { skillPath, name, folderPath = skillPath } = summary
  const folder = root.isSkill ? folderPath.split('/').slice(1).join('/') : folderPath
  const entry = await source.get(skillPath)
  const diagnostics =
    entry === undefined
      ? []
      : [...entry.diagnostics, ...(await lint(source, entry, join(folder, 'SKILL.md')))]
  const named = diagnostics.map((finding) => below(root.shown, finding))
  return {
    path: join(root.shown, folder),
    name,
    ok: conforms(diagnostics),
    listable: entry?.listable ?? false,
    diagnostics: named,
  }
}

/** Links of the instructions that lead nowhere; every other finding is in the entry. */
async function lint(source: SkillSource, entry: SkillEntry, path: string): Promise<Diagnostic[]> {
  const bytes = await source.read(entry.skillPath, 'SKILL.md')
  const { skill } = parseSkill(bytes, { path })
  if (skill === undefined || entry.files === 'dynamic') return []
  const text = new TextDecoder().decode(bytes)
  const before = text.slice(0, Math.max(0, text.lastIndexOf(skill.body)))
  const files = entry.files.map((file) => file.path)
  return lintReferences(skill.body, files, { path, firstLine: before.split('\n').length })
}

function below(shown: string, finding: Diagnostic): Diagnostic {
  return { ...finding, path: join(shown, finding.path) }
}

function addOnce(result: CheckResult, finding: Diagnostic): void {
  const known = result.diagnostics.some(
    ({ code, message }) => code === finding.code && message === finding.message,
  )
  if (known) return
  result.diagnostics.push(finding)
  result.ok &&= conforms([finding])
}

function addRefused(results: CheckResult[], folder: string, finding: Diagnostic): void {
  const known = results.find(({ path }) => path === folder)
  if (known !== undefined) known.diagnostics.push(finding)
  else
    results.push({ path: folder, name: basename(folder), ok: false, listable: false, diagnostics: [finding] })
}

function noSkills(shown: string): Diagnostic {
  const hint = "Name a skill's folder or a folder that holds skills; 'skillway new NAME' makes one."
  return diagnostic('NO_SKILLS_FOUND', shown, 'There is no SKILL.md here or below', { hint })
}
