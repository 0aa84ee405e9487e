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
    return await checkSource(source, root.shown)
  } finally {
    await source.close?.()
  }
}

async function folderOf(path: string, absolute: string): Promise<{ path: string; shown: string }> {
  const stat = await lstat(absolute).catch(() => undefined)
  if (stat === undefined) {
    throw new SkillwayError('USAGE', `There is nothing at ${quote(path)}`, {
      hint: 'Name a skill, its SKILL.md, or a folder with skills.',
    })
  }
  const isFile = !stat.isDirectory() && basename(absolute) === 'SKILL.md'
  return isFile ? { path: dirname(absolute), shown: dirname(path) } : { path: absolute, shown: path }
}

async function checkSource(source: SkillSource, shown: string) {
  const { skills, diagnostics } = await source.list()
  const results: CheckResult[] = []
  for (const summary of skills) results.push(await checkSkill(source, summary, shown))
  const covered = new Set(results.map(({ path }) => path))
  const general: Diagnostic[] = []
  for (const finding of diagnostics.map((found) => below(shown, found))) {
    const folder = dirname(finding.path)
    if (covered.has(folder))
      addOnce(
        results.find(({ path }) => path === folder)!,
        finding,
      )
    else if (basename(finding.path) === 'SKILL.md') addRefused(results, folder, finding)
    else general.push(finding)
  }
  if (results.length === 0) general.push(noSkills(shown))
  return { results: results.sort((a, b) => (a.path < b.path ? -1 : 1)), general }
}

async function checkSkill(source: SkillSource, summary: SkillSummary, shown: string): Promise<CheckResult> {
  const { skillPath, name } = summary
  const folder = summary.folderPath ?? skillPath
  const path = folder === '' || folder === '.' ? shown : join(shown, folder)
  const entry = await source.get(skillPath)
  const diagnostics =
    entry === undefined ? [] : [...entry.diagnostics, ...(await lint(source, entry, folder))]
  return {
    path,
    name,
    ok: conforms(diagnostics),
    listable: entry?.listable ?? false,
    diagnostics: diagnostics.map((finding) => below(shown, finding)),
  }
}

async function lint(source: SkillSource, entry: SkillEntry, folder: string): Promise<Diagnostic[]> {
  const bytes = await source.read(entry.skillPath, 'SKILL.md')
  const at = { path: `${folder}/SKILL.md`, folderName: basename(folder) }
  const { skill, diagnostics } = parseSkill(bytes, at)
  if (skill === undefined || entry.files === 'dynamic') return diagnostics
  const known = new Set(entry.diagnostics.map(({ code, line }) => `${code}:${line}`))
  const missed = diagnostics.filter(({ code, line }) => !known.has(`${code}:${line}`))
  const references = lintReferences(
    skill.body,
    entry.files.map(({ path }) => path),
  )
  return [...missed, ...references.map((finding) => ({ ...finding, path: at.path }))]
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
